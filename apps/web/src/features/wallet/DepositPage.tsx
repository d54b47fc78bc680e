import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Channel } from '@mfuko/contract/channels';
import { deposit, getDepositRoom, getWallet } from '@mfuko/contract/wallet';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { useReadAsRecorded } from '../../school/attempts/useReadAsRecorded.ts';
import { ChannelField } from '../../school/ChannelField.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Paid, Receipt } from './Receipt.tsx';
import { RepeatedDeposit } from './RepeatedDeposit.tsx';
import type { TakenSlip } from './rules.ts';
import { StudentFields } from './StudentFields.tsx';
import { TakeBack } from './TakeBack.tsx';
import { TypedNext } from './TypedNext.tsx';
import { useConsoleNotices } from './useConsoleNotices.ts';
import { useGivenNumber } from './useGivenNumber.ts';
import { useOnceNamed } from './useOnceNamed.ts';
import { usePayment } from './usePayment.ts';
import { useTypedAhead } from './useTypedAhead.ts';
import { useWalletOf } from './useWalletOf.ts';

const DepositRoomNote = latePart(() => import('./DepositRoomNote.tsx').then((it) => it.DepositRoomNote));
// Lazy chunk: the statement stands below the form.
const StudentStatement = latePart(() => import('./StudentStatement.tsx').then((it) => it.StudentStatement));

interface DepositPageProps {
  /** Switch to another way of paying in, if one exists. */
  readonly ways?: ReactNode;
  /** Other way of paying in, which replaces the form. */
  readonly list?: ReactNode;
  /** True to show the student's statement below the form; false for cashiers. */
  readonly withStatement: boolean;
  /** Renders the help for a bank slip that has been paid in before. */
  readonly slipTaken: (slip: TakenSlip) => ReactNode;
}

/** Records pocket money handed in at school, and shows the wallet's statement. */
export function DepositPage({ ways, list, ...one }: DepositPageProps) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <PageHeader title={t('deposit.title')} />
      {ways}
      {list ?? <OneDeposit {...one} />}
    </>
  );
}

function OneDeposit({ slipTaken, withStatement }: Pick<DepositPageProps, 'slipTaken' | 'withStatement'>) {
  const { t } = useTranslation('wallet');
  const wallet = useWalletOf(useGivenNumber());
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [channel, setChannel] = useState<Channel>('cash');
  const [slipMissing, setSlipMissing] = useState(false);
  const [taken, setTaken] = useState<TakenSlip | null>(null);
  /** Input of a deposit that was paid in before, and the sentence that says so. */
  const [repeated, setRepeated] = useState<{ readonly asked: string; readonly why: string } | null>(null);
  const [paid, setPaid] = useState<Paid | null>(null);
  const notices = useConsoleNotices();
  const pay = usePayment(
    deposit,
    {
      refresh: [getWallet, getDepositRoom],
      doneText: (moved) => t('deposit.done', { balance: formatMoney(moved.balance) }),
      onDone: (moved, student) => {
        setPaid({ kind: 'deposit', moved, ...student, method: null, channel, reference });
        next();
        typed.goOn();
      },
      onRefused: (refusal) => {
        const { problem, detail } = refusal;
        if (problem === 'wallet.reference-taken')
          setTaken({ admissionNumber: wallet.number, amount, reference, detail });
        if (problem === 'wallet.deposit-repeated') setRepeated({ asked, why: describe(refusal).message });
      },
      shown: ['wallet.reference-taken', 'wallet.deposit-repeated'],
    },
    notices,
  );
  const asked = [wallet.number, amount, reference, channel].join('\n');
  const name = useOnceNamed(wallet, asked, () => send());
  const typed = useTypedAhead({ waits: pay.busy || name.isHeld, onTakenBack: name.cancel });
  useReadAsRecorded([deposit.path], { admissionNumber: wallet.number, amount }, next);
  /** Empties the fields for the next student. */
  function next() {
    setAmount('');
    setReference('');
    setTaken(null);
    setRepeated(null);
    wallet.next();
  }
  /** `again`: the user has confirmed a repeated deposit. */
  function send(again = false) {
    const missing = channel === 'bank' && reference.trim() === '';
    setSlipMissing(missing);
    if (!pay.ready(wallet, amount) || missing || name.hold()) return;
    setPaid(null);
    setTaken(null);
    setRepeated(null);
    pay.send(wallet, { admissionNumber: wallet.number, amount, reference, channel, unlessRepeated: !again });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  const shown = wallet.found ?? (wallet.number === '' ? paid : null);
  return (
    <Stack gap="xl">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <StudentFields wallet={wallet} amount={amount} onAmount={setAmount} amountError={pay.amountError} />
            <TypedNext typed={typed} />
            <ChannelField value={channel} onChange={setChannel} />
            <TextInput
              label={t(channel === 'bank' ? 'fields.slip' : 'fields.reference')}
              description={t(channel === 'bank' ? 'fields.slipHint' : 'fields.referenceHint')}
              required={channel === 'bank'}
              error={channel === 'bank' && slipMissing && t('missing.slip')}
              value={reference}
              onChange={(event) => setReference(event.currentTarget.value.slice(0, 60))}
              autoComplete="off"
            />
            {/* Another student or slip is not affected by the refusal. */}
            {taken?.admissionNumber === wallet.number &&
              taken.reference === reference &&
              slipTaken({ ...taken, amount })}
            {repeated?.asked === asked && (
              <RepeatedDeposit why={repeated.why} busy={pay.busy} onAgain={() => send(true)} />
            )}
            <Group justify="flex-end">
              <Button type="submit" loading={pay.busy || name.waits}>
                {t('deposit.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
        <div>
          <DepositRoomNote />
          {paid && (
            <Receipt
              key={paid.moved.receipt.sysid}
              paid={paid}
              onDone={() => setPaid(null)}
              acts={
                <TakeBack
                  {...paid.moved.receipt}
                  byKey
                  onDone={({ balance }) => setPaid({ ...paid, takenBack: balance })}
                />
              }
            />
          )}
        </div>
      </SimpleGrid>
      {withStatement && shown && (
        <Suspense>
          <StudentStatement key={shown.admissionNumber} admissionNumber={shown.admissionNumber} names={shown.names} />
        </Suspense>
      )}
    </Stack>
  );
}
