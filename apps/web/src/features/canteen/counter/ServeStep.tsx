import type { MenuItem } from '@mfuko/contract/canteen';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { FingerField } from '../../../school/desk/FingerField.tsx';
import { FormKeypad } from '../../../school/desk/FormKeypad.tsx';
import { NumberField } from '../../../school/desk/NumberField.tsx';
import { PinField } from '../../../school/desk/PinField.tsx';
import { BasketField } from './BasketField.tsx';
import { CounterBanner } from './CounterBanner.tsx';
import { Latest } from './Latest.tsx';
import type { Lost } from './outcome.ts';
import { StoppedMeal } from './StoppedMeal.tsx';
import { type Counter, useCounter } from './useCounter.ts';
import type { Reach } from './useReach.ts';

const BY_TOUCH = 'canteenByTouch';

interface ServeStepProps {
  readonly item: MenuItem;
  readonly onPrice: (item: MenuItem) => void;
  readonly scanner: ScannerInUse;
  readonly reach: Reach;
  readonly onBack: () => void;
  readonly onLost: (lost: Lost) => void;
  readonly onServed: (admissionNumber: string) => void;
}

/** Hands out portions, student after student, by finger, card or PIN; all of it works from the number keys. */
export function ServeStep({ item, onPrice, scanner, reach, onBack, onLost, onServed }: ServeStepProps) {
  const { t } = useTranslation('canteen');
  const [byTouch, setByTouch] = useState(() => localStorage.getItem(BY_TOUCH) === 'true');
  const counter = useCounter({ item, onPrice, scanner, reach, byTouch, onLost, onServed });
  const form = useRef<HTMLFormElement>(null);
  useFieldFor(counter, form);
  useKeys(counter);
  const { open, next, online } = reach;
  function submit(event: FormEvent) {
    event.preventDefault();
    counter.serve();
  }
  return (
    <>
      <div className={classes.top}>
        <CounterBanner counter={counter} scanner={scanner.state} online={online} window={open?.name} />
      </div>
      {!open && next && (
        <p className={desk.note} data-look="waiting" role="status">
          {t('windows.closed', { name: next.name, from: next.from })}
        </p>
      )}
      {counter.stopped && (
        <StoppedMeal item={item.name} {...counter.stopped} busy={counter.busy} onDrop={counter.drop} />
      )}
      <BasketField basket={counter.basket} />
      <div className={classes.halves}>
        <form ref={form} className={classes.card} onSubmit={submit} noValidate autoComplete="off">
          <h2>{t('consume.serve')}</h2>
          <NumberField student={counter.student} setNumber={counter.setNumber} />
          <p className={classes.student} role="status">
            {counter.student.found && (
              <>
                <strong>{counter.student.found.names}</strong> · <span>{counter.student.found.className}</span>
              </>
            )}
          </p>
          {counter.way === 'pin' && (
            <PinField
              id="counter"
              label={t('consume.pin')}
              value={counter.pin}
              onValue={counter.setPin}
              fingerless={counter.fingerless && t('consume.fingerless')}
            />
          )}
          <FormKeypad
            form={form}
            busy={counter.busy}
            words={{ keypad: t('entry.keypad'), backspace: t('entry.backspace'), go: t('consume.next') }}
          />
          <div className={desk.form}>
            <button type="button" className={desk.press} onClick={onBack}>
              {t('consume.back')}
            </button>
            {!counter.fingerless && (
              <button
                type="button"
                className={desk.press}
                onClick={() => counter.choose(counter.way === 'pin' ? 'finger' : 'pin')}
              >
                {t(counter.way === 'pin' ? 'consume.useFingerprint' : 'consume.usePin')} <kbd aria-hidden>F3</kbd>
              </button>
            )}
          </div>
          <label className={desk.switch}>
            <input
              type="checkbox"
              role="switch"
              checked={byTouch}
              aria-checked={byTouch}
              aria-describedby="counter-touch"
              onChange={(event) => {
                setByTouch(event.target.checked);
                localStorage.setItem(BY_TOUCH, String(event.target.checked));
              }}
            />
            {t('consume.byTouch')}
          </label>
          <p id="counter-touch" className={classes.dim}>
            {t('consume.byTouchHint')}
          </p>
        </form>
        <div className={classes.side}>
          {counter.way === 'finger' && <FingerField scanner={scanner} />}
          <Latest outcomes={counter.outcomes} onTakenBack={counter.takenBack} />
        </div>
      </div>
    </>
  );
}

/**
 * Moves the focus to the next field in the same frame that shows an outcome: a later move would select, and so overwrite, the first digit
 * of a quick cook.
 */
function useFieldFor({ settled }: Counter, form: { readonly current: HTMLFormElement | null }): void {
  useLayoutEffect(() => {
    if (!settled) return;
    const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    const next = (settled.next === 'pin' && field('pin')) || field('admissionNumber');
    next?.focus();
    next?.select();
  }, [settled, form]);
}

/** Binds F3 to switch between finger and PIN, and Esc to clear the current student. */
function useKeys(counter: Counter): void {
  const latest = useRef(counter);
  latest.current = counter;
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      const { way, choose, clear } = latest.current;
      // An open dialog or list handles the key itself.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'F3') choose(way === 'finger' ? 'pin' : 'finger');
      else if (event.key === 'Escape') clear();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
