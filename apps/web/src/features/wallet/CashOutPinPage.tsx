import { Anchor, Button, Group, PasswordInput, SimpleGrid, Stack } from '@mantine/core';
import { cashOutPin, getWallet } from '@mfuko/contract/wallet';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../lib/session.ts';
import { showNotice } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Paid, Receipt } from './Receipt.tsx';
import type { CashOutProps } from './rules.ts';
import { StudentFields } from './StudentFields.tsx';
import { usePayment } from './usePayment.ts';
import { useWalletOf } from './useWalletOf.ts';

/** Pays pocket money out to a student who knows the PIN: the equal way of a child without a fingerprint. */
export function CashOutPinPage({ above, rules }: CashOutProps) {
  const { t } = useTranslation('wallet');
  const { userName } = useSignedIn();
  const wallet = useWalletOf();
  const [amount, setAmount] = useState('');
  const [pin, setPin] = useState('');
  const [paid, setPaid] = useState<Paid | null>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const pay = usePayment(cashOutPin, {
    refresh: [getWallet],
    onDone: (moved, student) => {
      setPaid({ kind: 'cashOut', moved, ...student, method: 'pin' });
      wallet.setNumber('');
      setAmount('');
      setPin('');
      // By Enter in the pin: the next in the queue says the number.
      const field = pinField.current;
      if (field && document.activeElement === field)
        field.form?.querySelector<HTMLInputElement>('[name=admissionNumber]')?.focus();
    },
    onRefused: () => setPin(''),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pay.ready(wallet, amount)) return;
    if (!/^\d{4,8}$/.test(pin)) return showNotice(t('missing.title'), t('missing.pin'));
    setPaid(null);
    pay.send(wallet, { admissionNumber: wallet.number, amount, pin, userName });
  }
  return (
    <>
      <PageHeader title={t('cashOut.pinTitle')} />
      {above}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={submit} noValidate autoComplete="off">
          <Stack gap="md">
            <StudentFields wallet={wallet} amount={amount} onAmount={setAmount} amountError={pay.amountError} />
            {wallet.found &&
              rules?.({
                admissionNumber: wallet.found.admissionNumber,
                amount,
                refusals: pay.refusals,
                onApproved: () => pinField.current?.focus(),
              })}
            <PasswordInput
              ref={pinField}
              label={t('fields.pin')}
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, '').slice(0, 8))}
              inputMode="numeric"
              autoComplete="off"
              required
              name="pin"
            />
            <Group justify="space-between">
              <Anchor component={Link} to="/app/cashout.fingerprint">
                {t('cashOut.useFingerprint')}
              </Anchor>
              <Button type="submit" loading={pay.busy}>
                {t('cashOut.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
        {paid && <Receipt key={paid.moved.receipt.sysid} paid={paid} onDone={() => setPaid(null)} />}
      </SimpleGrid>
    </>
  );
}
