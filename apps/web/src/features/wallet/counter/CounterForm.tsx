import { type FormEvent, useRef } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { FormKeypad } from '../../../school/desk/FormKeypad.tsx';
import { NumberField } from '../../../school/desk/NumberField.tsx';
import { PinField } from '../../../school/desk/PinField.tsx';
import { amountOf } from '../../../ui/amount-typing.ts';
import type { CashDesk } from '../useDesk.ts';
import { AmountInput, Chips } from './CounterFields.tsx';
import own from './cash.module.css';

interface CounterFormProps {
  readonly desk: CashDesk;
  /** Amount in KES of "all"; null where none exists. */
  readonly all: number | null;
}

/** Fields for student, amount, and the PIN for a cash-out by PIN: by keyboard, by touch, or by the console's keys. */
export function CounterForm({ desk: cash, all }: CounterFormProps) {
  const { t } = useTranslation(['wallet', 'school']);
  const form = useRef<HTMLFormElement>(null);
  const { wallet, way, proof } = cash;
  const out = way === 'out';
  const byPin = out && proof === 'pin';
  const payable = amountOf(cash.amount) > 0 ? formatMoney(amountOf(cash.amount)) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    cash.submit();
  }
  const go = payable
    ? t(out ? 'desk.payOut' : 'desk.takeIn', { amount: payable })
    : t(out ? 'desk.submitOut' : 'desk.submitIn');
  return (
    <form ref={form} className={`${classes.card} ${own.form}`} onSubmit={submit} noValidate autoComplete="off">
      <div>
        <NumberField student={wallet} setNumber={wallet.setNumber} />
        <p className={classes.student} role="status">
          {wallet.found && (
            <>
              <strong>{wallet.found.names}</strong> · {wallet.found.className} ·{' '}
              {t('desk.balance', { balance: formatMoney(wallet.found.balance) })}
            </>
          )}
        </p>
        <div className={own.pair} data-pin={byPin || undefined}>
          <AmountInput amount={cash.amount} onAmount={cash.setAmount} error={cash.amountError} />
          <Chips out={out} all={all} onPick={cash.setAmount} />
          {byPin && (
            <div>
              <PinField
                id="cash"
                label={t('fields.pin')}
                value={cash.pin}
                onValue={cash.setPin}
                fingerless={cash.fingerless && t('desk.fingerless')}
              />
            </div>
          )}
        </div>
        {!out && <p className={classes.dim}>{t('desk.cashOnly')}</p>}
      </div>
      <div>
        <FormKeypad
          form={form}
          busy={cash.busy}
          words={{ keypad: t('desk.keypad'), backspace: t('desk.backspace'), go }}
        />
        <div className={own.keys}>
          <button type="button" className={desk.press} onClick={cash.clear}>
            {t('desk.next')} <kbd aria-hidden>Esc</kbd>
          </button>
          {out && !cash.fingerless && (
            <button
              type="button"
              className={desk.press}
              onClick={() => cash.choose(proof === 'pin' ? 'finger' : 'pin')}
            >
              {t(proof === 'pin' ? 'desk.useFinger' : 'desk.usePin')} <kbd aria-hidden>F3</kbd>
            </button>
          )}
        </div>
      </div>
    </form>
  );
}
