import { Button, Group, Paper, Text, Title } from '@mantine/core';
import {
  approveBankTransfer,
  type BankTransfer,
  getBankTransfers,
  rejectBankTransfer,
} from '@mfuko/contract/bank-transfers';
import { bookPostings, books } from '@mfuko/contract/books';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useList } from '../../lib/queries.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import classes from './Books.module.css';

const TransferDialog = lateDialog(() => import('./TransferDialog.tsx').then((it) => it.TransferDialog));

const WAITING = { state: 'proposed' } as const;
const REFRESH = [getBankTransfers, books, bookPostings];

/** Transfers between bank and cash desk: proposes one, and lists those that await a second person. */
export function BankTransfers() {
  const { t } = useTranslation('books');
  const waiting = useList(getBankTransfers, WAITING);
  const [carrying, setCarrying] = useState(false);
  const rows = waiting.data?.rows;
  return (
    <section aria-labelledby="bank-transfers" data-no-print>
      <Title order={2} size="h3" id="bank-transfers" mb="sm">
        {t('transfers.title')}
      </Title>
      <Paper withBorder p="md">
        <Text size="sm">{t('transfers.hint')}</Text>
        {waiting.isError && !rows ? (
          <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} />
        ) : rows && rows.length > 0 ? (
          <ul className={classes.findings}>
            {rows.map((row) => (
              <li key={row.sysid}>
                <Waiting transfer={row} />
              </li>
            ))}
          </ul>
        ) : (
          <Text size="sm" c="dimmed" mt="xs">
            {rows && t('transfers.none')}
          </Text>
        )}
        <Group mt="md" gap="md" justify="space-between">
          <Text size="sm">
            <Link className={classes.way} to="/app/report.postings" search={{ part: 'bank' }}>
              {t('transfers.all')}
            </Link>
          </Text>
          <Button variant="default" onClick={() => setCarrying(true)}>
            {t('transfers.open')}
          </Button>
        </Group>
      </Paper>
      <Suspense>{carrying && <TransferDialog refresh={REFRESH} onClose={() => setCarrying(false)} />}</Suspense>
    </section>
  );
}

function Waiting({ transfer: { sysid, way, amount, reference, by, date, mine } }: { transfer: BankTransfer }) {
  const { t } = useTranslation('books');
  const told = { way: t(`transfers.ways.${way}`), amount: formatMoney(amount) };
  const about = { amount: String(amount) };
  const approve = useMoneyRecord(approveBankTransfer, {
    about,
    refresh: REFRESH,
    onDone: () => showDone(t('transfers.approved', told)),
    onError: showError,
  });
  const reject = useMoneyRecord(rejectBankTransfer, {
    about,
    refresh: REFRESH,
    onDone: () => showDone(t('transfers.rejected')),
    onError: showError,
  });
  const busy = approve.isPending || reject.isPending;
  return (
    <>
      <Text size="sm" fw={600}>
        {t('transfers.waiting', told)} · {reference}
      </Text>
      <Text size="sm" c="dimmed">
        {t('transfers.by', { by, date: formatDate(date) })}
      </Text>
      {mine && <Text size="sm">{t('transfers.mine')}</Text>}
      <Group gap="sm" mt="xs">
        {!mine && (
          <Button disabled={busy} loading={approve.isPending} onClick={() => approve.mutate({ sysid })}>
            {t('transfers.approve')}
          </Button>
        )}
        <Button variant="default" disabled={busy} loading={reject.isPending} onClick={() => reject.mutate({ sysid })}>
          {t(mine ? 'transfers.withdraw' : 'transfers.reject')}
        </Button>
      </Group>
    </>
  );
}
