import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { PinInput } from '../../school/PinInput.tsx';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import { amountOf } from '../../ui/amount-typing.ts';
import { AmountChips } from './AmountChips.tsx';
import classes from './CashDesk.module.css';
import type { CashOutProps } from './rules.ts';
import type { CashDesk } from './useDesk.ts';

interface DeskFormProps extends Pick<CashOutProps, 'rules'> {
  readonly desk: CashDesk;
  readonly all: number | null;
}

/** Fields of the desk: student, amount, and the proof for a cash-out. */
export function DeskForm({ desk, all, rules }: DeskFormProps) {
  const { t } = useTranslation('wallet');
  const { wallet, way, proof, amount } = desk;
  const out = way === 'out';
  const payable = amountOf(amount) > 0 ? formatMoney(amountOf(amount)) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    desk.submit();
  }
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="md">
        <StudentBox
          ref={wallet.field}
          value={wallet.number}
          onNumber={wallet.setNumber}
          named={wallet.found !== null}
          error={wallet.error}
          size="lg"
          autoFocus
        />
        <StudentCard student={wallet.found} {...(out && { today: 'cash' as const })} />
        <AmountField
          label={t('fields.amount')}
          value={amount}
          onChange={desk.setAmount}
          error={desk.amountError}
          size="lg"
          classNames={{ input: classes.amount }}
          required
          name="amount"
        />
        <AmountChips all={all} onPick={desk.setAmount} />
        {out &&
          wallet.found &&
          rules?.({
            admissionNumber: wallet.found.admissionNumber,
            amount,
            refusals: desk.refusals,
            onApproved: desk.proveAgain,
          })}
        {!out && (
          <Text size="sm" c="dimmed">
            {t('desk.cashOnly')}
          </Text>
        )}
        {out && proof === 'pin' && (
          <PinInput
            label={t('fields.pin')}
            description={desk.fingerless ? t('desk.fingerless') : undefined}
            pin={desk.pin}
            onPin={desk.setPin}
            size="lg"
          />
        )}
        <Button type="submit" size="xl" fullWidth loading={desk.busy}>
          {payable === null
            ? t(out ? 'desk.submitOut' : 'desk.submitIn')
            : t(out ? 'desk.payOut' : 'desk.takeIn', { amount: payable })}
        </Button>
        {out && proof === 'finger' && (
          <FingerprintPanel
            scanner={desk.scanner}
            ahead={desk.ahead}
            pinLink={
              <Button variant="subtle" onClick={() => desk.choose('pin')}>
                {t('desk.usePin')}
              </Button>
            }
          />
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={desk.clear}>
            {t('desk.next')}
          </Button>
          {out && proof === 'pin' && !desk.fingerless && (
            <Button variant="subtle" onClick={() => desk.choose('finger')}>
              {t('desk.useFinger')}
            </Button>
          )}
        </Group>
        <Keys />
      </Stack>
    </form>
  );
}

const KEYS = [
  ['F2', 'way'],
  ['F3', 'proof'],
  ['F4', 'all'],
  ['F8', 'receipt'],
  ['Esc', 'clear'],
] as const;

function Keys() {
  const { t } = useTranslation('wallet');
  return (
    <dl className={classes.keys} aria-label={t('desk.keys.label')}>
      {KEYS.map(([key, does]) => (
        <div key={key}>
          <dt>
            <Kbd>{key}</Kbd>
          </dt>
          <dd>{t(`desk.keys.${does}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
