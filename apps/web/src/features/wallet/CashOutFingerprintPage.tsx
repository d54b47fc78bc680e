import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { cashOutFingerprint, getWallet } from '@mfuko/contract/wallet';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useReadAsRecorded } from '../../school/attempts/useReadAsRecorded.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { useFingerFor } from '../../school/useFingerFor.ts';
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

/** Pays pocket money out to a student identified by a finger. */
export function CashOutFingerprintPage({ above, rules }: CashOutProps) {
  const { t } = useTranslation('wallet');
  const { userName } = useSignedIn();
  const wallet = useWalletOf(useGivenNumber());
  const scanner = useScanner({ captureByItself: false });
  const [amount, setAmount] = useState('');
  const [paid, setPaid] = useState<Paid | null>(null);
  const { template } = scanner.state;
  const ahead = useFingerFor(wallet.found?.admissionNumber, scanner);
  const notices = useConsoleNotices();
  const pay = usePayment(
    cashOutFingerprint,
    {
      refresh: [getWallet],
      onDone: (moved, student) => {
        setPaid({ kind: 'cashOut', moved, ...student, method: 'fingerprint' });
        setAmount('');
        scanner.flush();
        wallet.next();
        typed.goOn();
      },
      // A picture is valid for one try, so the finger is requested again.
      onRefused: () => scanner.capture(),
    },
    notices,
  );
  const typed = useTypedAhead({ waits: pay.busy, paysOut: true });
  useReadAsRecorded([cashOutFingerprint.path], { admissionNumber: wallet.number, amount }, () => {
    setAmount('');
    scanner.flush();
    wallet.next();
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!template || !pay.ready(wallet, amount)) return;
    setPaid(null);
    pay.send(wallet, { admissionNumber: wallet.number, amount, userName, ...pictureFields(template) });
  }
  return (
    <>
      <PageHeader title={t('cashOut.fingerprintTitle')} />
      {above}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <StudentFields wallet={wallet} amount={amount} onAmount={setAmount} amountError={pay.amountError} />
            <TypedNext typed={typed} />
            {wallet.found &&
              rules?.({
                admissionNumber: wallet.found.admissionNumber,
                amount,
                refusals: pay.refusals,
                onApproved: () => scanner.capture(),
              })}
            <FingerprintPanel
              scanner={scanner}
              ahead={ahead}
              pinLink={<LinkAnchor to="/app/cashout.pin">{t('cashOut.usePin')}</LinkAnchor>}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={pay.busy} disabled={!template}>
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
