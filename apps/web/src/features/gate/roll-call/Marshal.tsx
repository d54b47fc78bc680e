import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { useNow } from '../../../school/desk/useNow.ts';
import { type Step, unknownNumbers } from '../../../school/offline/roll-call-steps.ts';
import { EndRollCall } from './EndRollCall.tsx';
import { asMinutes, type RollCall, withTicks } from './roll-call.ts';

interface MarshalProps {
  readonly rollCall: RollCall;
  /** Steps that wait on this device to be sent. */
  readonly steps: readonly Step[];
  readonly away: boolean;
  readonly mayEnd: boolean;
  readonly onTick: (admissionNumber: string) => void;
  readonly onEnded: () => Promise<void>;
  /** Ticks by finger, where the school allows them. */
  readonly children?: ReactNode;
}

/** Screen of one marshal: one press or one number for each child who is present. */
export function Marshal({ rollCall, steps, away, mayEnd, onTick, onEnded, children }: MarshalProps) {
  const { t } = useTranslation('desk');
  const unknown = unknownNumbers.use();
  const { missing, accounted, waiting, secondsToAll } = withTicks(rollCall, steps);
  const classNames = [...new Set(missing.map(({ className }) => className))];
  const classesOf = classNames.map((name) => [name, missing.filter(({ className }) => className === name)] as const);
  return (
    <>
      <p className={classes.dim}>{t('rollCall.since', { reason: rollCall.reason, at: formatDate(rollCall.opened) })}</p>
      <Age rollCall={rollCall} away={away} />
      <dl className={classes.figures}>
        <div>
          <dt>{t('rollCall.accounted')}</dt>
          <dd>{t('rollCall.of', { accounted: formatCount(accounted), expected: formatCount(rollCall.expected) })}</dd>
        </div>
        <div>
          <dt>{t('rollCall.missing')}</dt>
          <dd>{formatCount(missing.length)}</dd>
        </div>
      </dl>
      <div role="status">
        {waiting > 0 && away && (
          <p className={classes.note} data-look="waiting">
            {t('rollCall.waiting', { count: waiting, shown: formatCount(waiting) })}
          </p>
        )}
        {missing.length === 0 && rollCall.expected > 0 && (
          <p className={classes.note} data-look="good">
            {t('rollCall.all')}
            {secondsToAll !== null && ` · ${t('rollCall.allAfter', { time: asMinutes(secondsToAll) })}`}
          </p>
        )}
        {unknown.length > 0 && (
          <p className={classes.note} data-look="bad">
            {t('rollCall.unknown', { numbers: unknown.join(', ') })}
          </p>
        )}
      </div>
      {children}
      <NumberEntry onNumber={onTick} />
      {classesOf.map(([className, ofClass]) => (
        <section key={className} aria-label={className || t('rollCall.number')}>
          <h2 className={classes.heading}>
            {className || t('rollCall.number')} · {formatCount(ofClass.length)}
          </h2>
          <ul className={classes.children}>
            {ofClass.map(({ admissionNumber, names }) => (
              <li key={admissionNumber}>
                {/* After the first press the list moves up, so the second press of a double press would tick the next child. */}
                <button type="button" onClick={({ detail }) => detail < 2 && onTick(admissionNumber)}>
                  {names || admissionNumber}
                  <small>{admissionNumber}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className={classes.form}>
        <button type="button" className={classes.press} onClick={() => window.print()}>
          {t('rollCall.print')}
        </button>
        {mayEnd && <EndRollCall rollCall={rollCall} missing={missing.length} away={away} onEnded={onEnded} />}
      </div>
    </>
  );
}

/** Age of the list: since the roll call was opened on this device, or since the server's last answer. */
function Age({ rollCall, away }: { rollCall: RollCall; away: boolean }) {
  const { t } = useTranslation('desk');
  const now = useNow();
  const { asOf, local } = rollCall;
  if (!local && !away) return null;
  const age = asOf && { at: formatDate(asOf), count: Math.max(0, Math.floor((now - Date.parse(asOf)) / 60_000)) };
  return (
    <div className={classes.note} data-look="waiting">
      {local && <p>{t('rollCall.local')}</p>}
      <p>{age ? t(local ? 'rollCall.listFrom' : 'rollCall.readAt', age) : t('rollCall.noList')}</p>
    </div>
  );
}

function NumberEntry({ onNumber }: { onNumber: (admissionNumber: string) => void }) {
  const { t } = useTranslation('desk');
  const [number, setNumber] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // Digits typed after a press on a name go to the field.
  useEffect(() => {
    const press = ({ key, target }: KeyboardEvent) => {
      const isField = target instanceof Element && target.closest('input, select, textarea, dialog');
      if (/^\d$/.test(key) && !isField) field.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (number !== '') onNumber(number);
    setNumber('');
    field.current?.focus();
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div>
        <label className={classes.label} htmlFor="number">
          {t('rollCall.number')}
        </label>
        <input
          ref={field}
          id="number"
          className={classes.input}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, 12))}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <button type="submit" className={classes.press} data-look="go">
        {t('rollCall.there')}
      </button>
    </form>
  );
}
