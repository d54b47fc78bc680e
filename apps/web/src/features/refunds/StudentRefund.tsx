import { Button, Text } from '@mantine/core';
import { getRefunds, type Refund } from '@mfuko/contract/refunds';
import { getStudent } from '@mfuko/contract/students';
import { getBalances, getStatement } from '@mfuko/contract/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { queryKey, useCall } from '../../lib/queries.ts';
import { Money } from '../../ui/Money.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { ApproveRefund } from './ApproveRefund.tsx';
import { type HeldRefund, RefundDialog } from './RefundDialog.tsx';

const COLORS = { proposed: 'yellow', rejected: 'gray', sending: 'blue', paid: 'green', failed: 'red' } as const;
const POLL_MS = 5_000;

interface StudentRefundProps {
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly balance: number;
  };
  /** Renders the notice in the dialog where the number was changed recently. */
  readonly held?: (refund: HeldRefund) => ReactNode;
}

/** Refund of the balance of a student who has left to a guardian, with its progress. */
export function StudentRefund({ student, held }: StudentRefundProps) {
  const { t } = useTranslation('suspense');
  const [asking, setAsking] = useState(false);
  const { admissionNumber, balance } = student;
  const list = useCall(
    getRefunds,
    { admissionNumber, page: 1, pageSize: 5 },
    // Polls, since M-Pesa's answer reaches the server and no event reaches the page.
    { staleTime: 0, refetchInterval: POLL_MS },
  );
  const [latest] = list.data?.rows ?? [];
  const client = useQueryClient();
  const ended = latest && ['paid', 'failed'].includes(latest.state) ? latest.sysid : null;
  const known = useRef(ended);
  useEffect(() => {
    // A failed refund returns the money to the wallet, so a new one may be proposed.
    if (ended !== null && known.current !== ended)
      for (const read of [getStudent, getStatement, getBalances])
        void client.invalidateQueries({ queryKey: queryKey(read) });
    known.current = ended;
  }, [ended, client]);
  const underWay = latest?.state === 'proposed' || latest?.state === 'sending';
  return (
    <Recent
      title={t('refund.title')}
      endpoint={getRefunds}
      input={{ admissionNumber }}
      rowId={(row) => row.sysid}
      line={(row) => ({
        what: <Tag color={COLORS[row.state]}>{t(`refund.states.${row.state}`)}</Tag>,
        moment: row.dateEnded ?? row.dateDecided ?? row.date,
        detail: detailOf(row),
        end: (
          <Text fw={600} size="sm" span>
            <Money value={row.amount} />
          </Text>
        ),
      })}
      empty={t('refund.none')}
      actions={
        !underWay &&
        balance >= 10 && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('refund.open')}
          </Button>
        )
      }
    >
      {/* Remounts for another proposal, which closes a dialog about the former one. */}
      {latest?.state === 'proposed' && <ApproveRefund key={latest.sysid} refund={latest} />}
      {latest?.state === 'sending' && (
        <Text size="sm" role="status">
          {t('refund.sendingHint')}
        </Text>
      )}
      {asking && <RefundDialog student={student} held={held} onClose={() => setAsking(false)} />}
    </Recent>
  );
}

function detailOf({ guardian, mobileNumber, receipt, failure }: Refund): string {
  // Keeps both ends of the masked number on one line.
  return [guardian, mobileNumber.replace('…', '\u2060…\u2060'), receipt ?? (failure && `M-Pesa: ${failure}`)]
    .filter(Boolean)
    .join(' · ');
}
