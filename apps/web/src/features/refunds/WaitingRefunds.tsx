import { Alert } from '@mantine/core';
import { getRefunds, type Refund } from '@mfuko/contract/refunds';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './WaitingRefunds.module.css';

/** Number of refunds shown; further ones follow once these were approved or rejected. */
const SHOWN = 20;

/** Refunds that need attention: pending and failed ones. */
export function RefundsToSee() {
  return (
    <>
      <WaitingRefunds />
      <FailedRefunds />
    </>
  );
}

/** Lists the refunds that await a second person, with links to the students. Renders nothing where none is pending. */
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

/** Refunds that M-Pesa did not carry out: the money is in the wallet again, and a user has to propose a new refund. */
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
