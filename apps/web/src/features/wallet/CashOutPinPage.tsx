import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { cashOutPin, getWallet } from '@mfuko/contract/wallet';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useReadAsRecorded } from '../../school/attempts/useReadAsRecorded.ts';
import { isPin } from '../../school/check-pin.ts';
import { PinInput } from '../../school/PinInput.tsx';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Paid, Receipt } from './Receipt.tsx';
import type { CashOutProps } from './rules.ts';
import { StudentFields } from './StudentFields.tsx';
import { TypedNext } from './TypedNext.tsx';
import { useConsoleNotices } from './useConsoleNotices.ts';
import { useGivenNumber } from './useGivenNumber.ts';
import { usePayment } from './usePayment.ts';
import { useTypedAhead } from './useTypedAhead.ts';
import { useWalletOf } from './useWalletOf.ts';

/** Pays pocket money out to a student identified by PIN, the equal alternative for a child without a fingerprint. */
export function CashOutPinPage({ above, rules }: CashOutProps) {
  const { t } = useTranslation('wallet');
  const missing = useMissingInput();
  const { userName } = useSignedIn();
  const wallet = useWalletOf(useGivenNumber());
  const [amount, setAmount] = useState('');
  const [pin, setPin] = useState('');
  const [paid, setPaid] = useState<Paid | null>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const notices = useConsoleNotices();
  const pay = usePayment(
    cashOutPin,
    {
      refresh: [getWallet],
      onDone: (moved, student) => {
        setPaid({ kind: 'cashOut', moved, ...student, method: 'pin' });
        setAmount('');
        setPin('');
        wallet.next();
        typed.goOn();
      },
      onRefused: () => setPin(''),
    },
    notices,
  );
  const typed = useTypedAhead({ waits: pay.busy, paysOut: true, pin });
  useReadAsRecorded([cashOutPin.path], { admissionNumber: wallet.number, amount }, () => {
    setAmount('');
    setPin('');
    wallet.next();
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pay.ready(wallet, amount)) return;
    if (!isPin(pin)) return missing.pin();
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
            <TypedNext typed={typed} />
            {wallet.found &&
              rules?.({
                admissionNumber: wallet.found.admissionNumber,
                amount,
                refusals: pay.refusals,
                onApproved: () => pinField.current?.focus(),
              })}
            <PinInput ref={pinField} label={t('fields.pin')} pin={pin} onPin={setPin} />
            <Group justify="space-between">
              <Group gap="md">
                <LinkAnchor to="/app/cashout.fingerprint">{t('cashOut.useFingerprint')}</LinkAnchor>
                <LinkAnchor to="/app/student.own.pin" search={{ admissionNumber: wallet.found?.admissionNumber }}>
                  {t('cashOut.ownPin')}
                </LinkAnchor>
              </Group>
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
