import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Template } from '../../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { numberOf } from '../../../school/admission-number.ts';
import classes from '../../../school/desk/desk.module.css';
import { useScannerText } from '../../../school/scanner-text.ts';
import styles from './Trip.module.css';
import type { RideKind } from './useRides.ts';

interface DoorProps {
  readonly busy: boolean;
  readonly byFinger: boolean;
  readonly onByFinger: (on: boolean) => void;
  readonly scanner: ScannerInUse;
  readonly onRide: (kind: RideKind, number: string, finger: Template | null) => void;
}

/** The door of the bus: a number by hand or by card, with a finger where one is asked for. Enter records, and so does the touch. */
export function Door({ busy, byFinger, onByFinger, scanner, onRide }: DoorProps) {
  const { t } = useTranslation('trip');
  const [kind, setKind] = useState<RideKind>('on');
  const [number, setNumber] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const words = useScannerText(scanner.state, false);
  const { template } = scanner.state;
  function send(finger: Template | null): void {
    onRide(kind, number, finger);
    setNumber('');
    setMissing(false);
    field.current?.focus();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    // One child at a time; the next number waits in its field.
    if (busy) return;
    setMissing(number === '');
    if (number === '') field.current?.focus();
    else if (!byFinger || template) send(byFinger ? template : null);
  }
  // One touch is enough where the number is there already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a touch is one ride, whatever else changes meanwhile
  useEffect(() => {
    if (template && number !== '' && !busy) send(template);
  }, [template]);
  return (
    <form onSubmit={submit} noValidate>
      <fieldset className={styles.choice}>
        <legend className={classes.label}>{t('door')}</legend>
        {(['on', 'off'] as const).map((way) => (
          <label key={way} data-kind={way}>
            <input type="radio" name="kind" checked={kind === way} onChange={() => setKind(way)} />
            {t(`door_${way}`)}
          </label>
        ))}
        <label>
          <input type="checkbox" checked={byFinger} onChange={(event) => onByFinger(event.currentTarget.checked)} />
          {t('byFinger')}
        </label>
      </fieldset>
      <div className={classes.form}>
        <div>
          <label className={classes.label} htmlFor="number">
            {t('number')}
          </label>
          <input
            ref={field}
            id="number"
            name="admissionNumber"
            className={classes.input}
            value={number}
            onChange={(event) => {
              setMissing(false);
              setNumber(numberOf(event.currentTarget.value));
            }}
            aria-describedby="door-hint"
            aria-invalid={missing || undefined}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <button type="submit" className={classes.press} data-look="go" disabled={busy}>
          {t(`act.${kind}`)}
        </button>
      </div>
      <p id="door-hint" className={`${classes.dim} ${styles.hint}`} role={missing ? 'alert' : undefined}>
        {missing ? t('numberMissing') : byFinger ? words : t('doorHint')}
      </p>
    </form>
  );
}
