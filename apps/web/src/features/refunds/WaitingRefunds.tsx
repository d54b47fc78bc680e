import { Alert } from '@mantine/core';
import { getRefunds, type Refund } from '@mfuko/contract/refunds';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './WaitingRefunds.module.css';

/** More than this many are reached once those before them are approved or rejected. */
const SHOWN = 20;

/** Refunds that somebody has to look at: those that wait, and those that failed. */
export function RefundsToSee() {
  return (
    <>
      <WaitingRefunds />
      <FailedRefunds />
    </>
  );
}

/** Waiting refunds: those that a second person has to look at, each a way to its student. Nothing where none waits. */
export function WaitingRefunds() {
  const { t } = useTranslation('suspense');
  const rows = useRefunds({ state: 'proposed' });
  if (rows.length === 0) return null;
  return (
    <Alert variant="light" mb="md" icon={<IconInfoCircle aria-hidden />} title={t('refund.list')}>
      <Rows rows={rows} words={(row) => t('refund.row', { ...wordsOf(row), by: row.by })} />
    </Alert>
  );
}

/** Refunds that M-Pesa did not carry out: the money is in the wallet again, and somebody has to propose it anew. */
export function FailedRefunds() {
  const { t } = useTranslation('suspense');
  const rows = useRefunds({ unpaid: 'true' });
  if (rows.length === 0) return null;
  return (
    <Alert color="red" variant="light" mb="md" icon={<IconAlertTriangle aria-hidden />} title={t('refund.failedList')}>
      <Rows
        rows={rows}
        words={(row) =>
          row.failure ? t('refund.failedWhy', { ...wordsOf(row), why: row.failure }) : t('refund.failed', wordsOf(row))
        }
      />
    </Alert>
  );
}

type Which = { readonly state: 'proposed' } | { readonly unpaid: 'true' };

function useRefunds(which: Which): readonly Refund[] {
  const input = { ...which, sort: 'date' as const, page: 1, pageSize: SHOWN };
  return useCall(getRefunds, input, { staleTime: 0 }).data?.rows ?? [];
}

function wordsOf({ names, admissionNumber, amount }: Refund) {
  return { names, admissionNumber, amount: formatMoney(amount) };
}

function Rows({ rows, words }: { readonly rows: readonly Refund[]; readonly words: (row: Refund) => string }) {
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.sysid}>
          <Link className={classes.way} to="/app/student.details" search={{ admissionNumber: row.admissionNumber }}>
            {words(row)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
