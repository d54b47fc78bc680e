import { Anchor, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { cashOutFingerprint, getWallet } from '@mfuko/contract/wallet';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { type ScannerInUse, useScanner } from '../../lib/scanner/useScanner.ts';
import { useSignedIn } from '../../lib/session.ts';
import { FingerprintPanel } from '../../ui/FingerprintPanel.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Paid, Receipt } from './Receipt.tsx';
import type { CashOutProps } from './rules.ts';
import { StudentFields } from './StudentFields.tsx';
import { usePayment } from './usePayment.ts';
import { useWalletOf } from './useWalletOf.ts';

/** Pays pocket money out to the student whose finger is on the reader. */
export function CashOutFingerprintPage({ above, rules }: CashOutProps) {
  const { t } = useTranslation('wallet');
  const { userName } = useSignedIn();
  const wallet = useWalletOf();
  const scanner = useScanner({ captureByItself: false });
  const [amount, setAmount] = useState('');
  const [paid, setPaid] = useState<Paid | null>(null);
  const { template } = scanner.state;
  useCaptureFor(wallet.found?.admissionNumber, scanner);
  const pay = usePayment(cashOutFingerprint, {
    refresh: [getWallet],
    onDone: (moved, student) => {
      setPaid({ kind: 'cashOut', moved, ...student, method: 'fingerprint' });
      wallet.setNumber('');
      setAmount('');
      scanner.flush();
    },
    // A picture is good for one try: after a refusal the finger is asked for anew.
    onRefused: () => scanner.capture(),
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
            {wallet.found &&
              rules?.({
                admissionNumber: wallet.found.admissionNumber,
                amount,
                refusals: pay.refusals,
                onApproved: () => scanner.capture(),
              })}
            <FingerprintPanel
              scanner={scanner}
              pinLink={
                <Anchor component={Link} to="/app/cashout.pin">
                  {t('cashOut.usePin')}
                </Anchor>
              }
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

/** Asks for the finger once it is known whose it should be: the finger of the last student may still lie on the reader. */
function useCaptureFor(admissionNumber: string | undefined, scanner: ScannerInUse): void {
  const capture = useRef(scanner.capture);
  capture.current = scanner.capture;
  const { open } = scanner;
  useEffect(() => {
    if (admissionNumber && open) capture.current();
  }, [admissionNumber, open]);
}
