import { Alert } from '@mantine/core';
import { getRefunds } from '@mfuko/contract/refunds';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './WaitingRefunds.module.css';

/** More than this many are reached once those before them are approved or rejected. */
const SHOWN = 20;

/** Waiting refunds: those that a second person has to look at, each a way to its student. Nothing where none waits. */
export function WaitingRefunds() {
  const { t } = useTranslation('suspense');
  const input = { state: 'proposed' as const, sort: 'date' as const, page: 1, pageSize: SHOWN };
  const rows = useCall(getRefunds, input, { staleTime: 0 }).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert variant="light" mb="md" icon={<IconInfoCircle aria-hidden />} title={t('refund.list')}>
      <ul className={classes.rows}>
        {rows.map(({ sysid, names, admissionNumber, amount, by }) => (
          <li key={sysid}>
            <Link className={classes.way} to="/app/student.details" search={{ admissionNumber }}>
              {t('refund.row', { names, admissionNumber, amount: formatAmount(amount), by })}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
