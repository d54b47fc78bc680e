import { type FormEvent, type MouseEvent, useRef } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { Keypad } from '../../../school/desk/Keypad.tsx';
import { NumberField } from '../../../school/desk/NumberField.tsx';
import { useAmountTyping } from '../../../ui/useAmountTyping.ts';
import { NOTES } from '../notes.ts';
import type { CashDesk } from '../useDesk.ts';
import own from './cash.module.css';

/** Student, amount, and the PIN where cash goes out by it: typed, tapped, or by the keys of the console. */
export function CounterForm({ desk: cash }: { readonly desk: CashDesk }) {
  const { t } = useTranslation(['wallet', 'school']);
  const form = useRef<HTMLFormElement>(null);
  const { wallet, way, proof } = cash;
  const out = way === 'out';
  const payable = Number(cash.amount) > 0 ? formatAmount(Number(cash.amount)) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    cash.submit();
  }
  const go = payable
    ? t(out ? 'desk.payOut' : 'desk.takeIn', { amount: payable })
    : t(out ? 'desk.submitOut' : 'desk.submitIn');
  return (
    <form ref={form} className={classes.card} onSubmit={submit} noValidate autoComplete="off">
      <NumberField student={wallet} setNumber={wallet.setNumber} />
      <p className={classes.student} role="status">
        {wallet.found && (
          <>
            <strong>{wallet.found.names}</strong> · {wallet.found.className} ·{' '}
            {t('desk.balance', { balance: formatAmount(wallet.found.balance) })}
          </>
        )}
      </p>
      <AmountInput amount={cash.amount} onAmount={cash.setAmount} error={cash.amountError} />
      <Chips onPick={cash.setAmount} />
      {out && proof === 'pin' && (
        <>
          <label className={desk.label} htmlFor="cash-pin">
            {t('fields.pin')}
          </label>
          <input
            id="cash-pin"
            className={classes.input}
            type="password"
            value={cash.pin}
            onChange={(event) => cash.setPin(event.target.value)}
            // The keypad below types; cards are kept out of it by its mark.
            inputMode="none"
            data-card="guarded"
            autoComplete="off"
            name="pin"
            aria-describedby="cash-fingerless"
            required
          />
          <p id="cash-fingerless" className={classes.dim}>
            {cash.fingerless && t('desk.fingerless')}
          </p>
        </>
      )}
      {!out && <p className={classes.dim}>{t('desk.cashOnly')}</p>}
      <Keypad form={form} busy={cash.busy} words={{ keypad: t('desk.keypad'), backspace: t('desk.backspace'), go }} />
      <div className={desk.form}>
        <button type="button" className={desk.press} onClick={cash.clear}>
          {t('desk.next')} <kbd aria-hidden>Esc</kbd>
        </button>
        {out && !cash.fingerless && (
          <button type="button" className={desk.press} onClick={() => cash.choose(proof === 'pin' ? 'finger' : 'pin')}>
            {t(proof === 'pin' ? 'desk.useFinger' : 'desk.usePin')} <kbd aria-hidden>F3</kbd>
          </button>
        )}
      </div>
    </form>
  );
}

interface AmountInputProps {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly error: string | null;
}

function AmountInput({ amount, onAmount, error }: AmountInputProps) {
  const { t } = useTranslation('wallet');
  const typing = useAmountTyping({ value: amount, onChange: onAmount, wrong: error !== null });
  const wrong = typing.fault ?? error;
  return (
    <>
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
        // The keypad below types here too.
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
    </>
  );
}

function Chips({ onPick }: { readonly onPick: (amount: string) => void }) {
  const { t } = useTranslation('wallet');
  // The focus stays where it is, so that Enter goes on from there.
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
    </fieldset>
  );
}
