import type { MouseEvent } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { useAmountTyping } from '../../../ui/useAmountTyping.ts';
import { NOTES } from '../notes.ts';
import own from './cash.module.css';

interface AmountInputProps {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly error: string | null;
}

/** Amount field, which groups digits while typing. */
export function AmountInput({ amount, onAmount, error }: AmountInputProps) {
  const { t } = useTranslation('wallet');
  const typing = useAmountTyping({ value: amount, onChange: onAmount, wrong: error !== null });
  const wrong = typing.fault ?? error;
  return (
    <div>
      <label className={desk.label} htmlFor="cash-amount">
        {t('fields.amount')}
      </label>
      <input
        id="cash-amount"
        ref={typing.field}
        className={classes.input}
        value={typing.text}
        onChange={typing.change}
        onBlur={typing.leave}
        // The keypad below replaces the device's own.
        inputMode="none"
        autoComplete="off"
        maxLength={24}
        name="amount"
        data-amount
        aria-invalid={Boolean(wrong) || undefined}
        aria-describedby="cash-wrong"
        required
      />
      <p id="cash-wrong" className={classes.wrong}>
        {wrong}
      </p>
    </div>
  );
}

interface ChipsProps {
  readonly out: boolean;
  /** Amount in KES of "all"; null while no student is named. */
  readonly all: number | null;
  readonly onPick: (amount: string) => void;
}

/** Buttons for common amounts, and for the whole allowance of a cash-out. */
export function Chips({ out, all, onPick }: ChipsProps) {
  const { t } = useTranslation('wallet');
  // The focus stays in the field, so that Enter continues from there.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <fieldset className={own.chips} aria-label={t('desk.chips')}>
      {NOTES.map((note) => (
        <button
          key={note}
          type="button"
          className={desk.press}
          onMouseDown={keepFocus}
          onClick={() => onPick(String(note))}
        >
          {note}
        </button>
      ))}
      {out && (
        // Shown before a student is named, so that no chip moves under a finger.
        <button
          type="button"
          className={desk.press}
          disabled={!all}
          onMouseDown={keepFocus}
          onClick={() => all && onPick(String(all))}
        >
          {[t('desk.all'), all !== null && formatMoney(all).replace(/\.00$/, '')].filter(Boolean).join(' ')}{' '}
          <kbd aria-hidden>F4</kbd>
        </button>
      )}
    </fieldset>
  );
}
