import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { getTill } from '@mfuko/contract/tills';
import { deposit, getStatement, getWallet, type StatementRow } from '@mfuko/contract/wallet';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Paid, Receipt } from './Receipt.tsx';
import { StudentFields } from './StudentFields.tsx';
import { usePayment } from './usePayment.ts';
import { useWalletOf } from './useWalletOf.ts';

interface DepositPageProps {
  /** Switches to whatever other way of paying in there is. */
  readonly ways?: ReactNode;
  /** That other way, in place of the form. */
  readonly list?: ReactNode;
}

/** Takes in pocket money that was handed in at school, and shows what has moved in that wallet. */
export function DepositPage({ ways, list }: DepositPageProps) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <PageHeader title={t('deposit.title')} />
      {ways}
      {list ?? <OneDeposit />}
    </>
  );
}

function OneDeposit() {
  const { t } = useTranslation('wallet');
  const wallet = useWalletOf();
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [bank, setBank] = useState(false);
  const [paid, setPaid] = useState<Paid | null>(null);
  const till = useCall(getTill, {}).data?.till;
  const pay = usePayment(deposit, {
    refresh: [getWallet],
    doneText: (moved) => t('deposit.done', { balance: formatAmount(moved.balance) }),
    onDone: (moved, student) => {
      setPaid({ kind: 'deposit', moved, ...student, method: null });
      setAmount('');
      setReference('');
      setBank(false);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pay.ready(wallet, amount)) return;
    setPaid(null);
    pay.send(wallet, { admissionNumber: wallet.number, amount, reference, cash: !bank });
  }
  return (
    <Stack gap="xl">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <StudentFields wallet={wallet} amount={amount} onAmount={setAmount} amountError={pay.amountError} />
            <TextInput
              label={t('fields.reference')}
              description={t('fields.referenceHint')}
              value={reference}
              onChange={(event) => setReference(event.currentTarget.value.slice(0, 60))}
              autoComplete="off"
            />
            {till && (
              <Checkbox
                label={t('deposit.bank')}
                checked={bank}
                onChange={(event) => setBank(event.currentTarget.checked)}
              />
            )}
            <Group justify="flex-end">
              <Button type="submit" loading={pay.busy}>
                {t('deposit.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
        {paid && <Receipt key={paid.moved.receipt.sysid} paid={paid} onDone={() => setPaid(null)} />}
      </SimpleGrid>
      {wallet.found && (
        <Statement
          key={wallet.found.admissionNumber}
          admissionNumber={wallet.found.admissionNumber}
          names={wallet.found.names}
        />
      )}
    </Stack>
  );
}

function Statement({ admissionNumber, names }: { admissionNumber: string; names: string }) {
  const { t } = useTranslation('wallet');
  const columns = useMemo<Column<StatementRow>[]>(
    () => [
      { field: 'date', title: t('statement.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'kind', title: t('statement.kind'), value: (row) => t(`kinds.${row.kind}`) },
      { field: 'amount', title: t('statement.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'fee', title: t('statement.fee'), value: (row) => row.fee, kind: 'amount', hidden: true },
      { field: 'balance', title: t('statement.balance'), value: (row) => row.balance, kind: 'amount' },
      { field: 'by', title: t('statement.by'), value: (row) => row.by },
      { field: 'reference', title: t('statement.reference'), value: (row) => row.reference },
    ],
    [t],
  );
  const input = useMemo(() => ({ admissionNumber }), [admissionNumber]);
  return (
    <div>
      <Title order={2} size="h3" mb="sm">
        {t('statement.title', { names })}
      </Title>
      <DataList
        name={t('statement.title', { names })}
        endpoint={getStatement}
        input={input}
        columns={columns}
        rowId={(row) => row.sysid}
        empty={{ title: t('statement.empty') }}
      />
    </div>
  );
}
