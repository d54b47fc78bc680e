import { Alert, Skeleton, Stack } from '@mantine/core';
import {
  approveSettlement,
  getSuspenseItem,
  proposeReturn,
  proposeSettlement,
  rejectSettlement,
  type SuspenseItem,
} from '@mfuko/contract/suspense';
import { IconAlertTriangle, IconInfoCircle, IconZoomQuestion } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { When } from '../../ui/When.tsx';
import { ApproveProposal } from './ApproveProposal.tsx';
import { Propose } from './Propose.tsx';
import { SuspenseStateTag } from './SuspenseStateTag.tsx';

const POLL_MS = 3_000;

interface SuspenseDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
  /** Called after a proposal or a decision. */
  readonly onDealt: () => void;
}

/** Drawer of one payment in suspense, with the possible actions. */
export function SuspenseDrawer({ id, onClose, onDealt }: SuspenseDrawerProps) {
  const { t } = useTranslation(['suspense', 'school']);
  const found = useCall(
    getSuspenseItem,
    { sysid: id ?? '' },
    {
      enabled: id !== undefined,
      staleTime: 0,
      // Polls, since M-Pesa's answer reaches the server and no event reaches the page.
      refetchInterval: ({ state: { data } }) => data?.state === 'returning' && POLL_MS,
    },
  );
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={t('one')} opened={id !== undefined} onClose={onClose}>
      {missing ? (
        <Notice Icon={IconZoomQuestion} title={t('unknown')} />
      ) : found.data ? (
        <Known key={found.data.sysid} item={found.data} onDealt={onDealt} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

function Known({ item, onDealt }: { item: SuspenseItem; onDealt: () => void }) {
  const { t } = useTranslation('suspense');
  const { amount, account, payer, why, from, receipt, datePaid, dateParked, state, proposal, notReturned, rejected } =
    item;
  const whole = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // The state change removes the focused button, so the drawer takes the focus.
    if (before.current !== state && !whole.current?.contains(document.activeElement)) whole.current?.focus();
    before.current = state;
  }, [state]);
  return (
    <Stack gap="lg" ref={whole} tabIndex={-1} style={{ outline: 'none' }}>
      <Facts
        facts={[
          [t('fields.amount'), <Money key="amount" value={amount} fw={700} />],
          [t('fields.state'), <SuspenseStateTag key="state" state={state} />],
          [t('fields.account'), account],
          [t('fields.payer'), payer],
          [t('fields.why'), t(`why.${why}`)],
          ...(from ? [[t('fields.from'), `${from.admissionNumber} · ${from.names}`] as const] : []),
          [t('fields.receipt'), receipt],
          [t('fields.paid'), <When key="paid" moment={datePaid} />],
          [t('fields.parked'), <When key="parked" moment={dateParked} />],
        ]}
      />
      {notReturned && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('notReturned')}>
          {notReturned}
        </Alert>
      )}
      {rejected && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('rejected.title', { by: rejected.by })}
        >
          {rejected.student
            ? t('rejected.student', { ...rejected.student, date: formatDate(rejected.date) })
            : t('rejected.payer', { date: formatDate(rejected.date) })}
        </Alert>
      )}
      {proposal && (
        <Facts
          facts={[
            [
              t(`fields.${!proposal.decidedBy ? 'proposed' : state === 'returning' ? 'goes' : 'done'}`),
              proposal.student ? `${proposal.student.admissionNumber} · ${proposal.student.names}` : t('toPayer'),
            ],
            [t('fields.note'), proposal.note],
            [t('fields.by'), proposal.by],
            ...(proposal.decidedBy ? [[t('fields.decidedBy'), proposal.decidedBy] as const] : []),
            ...(proposal.dateDecided
              ? [[t('fields.decided'), <When key="decided" moment={proposal.dateDecided} />] as const]
              : []),
          ]}
        />
      )}
      {state === 'returning' && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
          {t('returning')}
        </Alert>
      )}
      {/* The drawer covers the notes of the screen, also once a dialog on it is closed. */}
      <DialogAttempts of={[proposeSettlement, proposeReturn, approveSettlement, rejectSettlement]} />
      {state === 'open' && <Propose item={item} onProposed={onDealt} />}
      {/* Remounts for another proposal, which closes a dialog about the former one. */}
      {state === 'proposed' && proposal && (
        <ApproveProposal key={proposal.sysid} item={item} proposal={proposal} onDecided={onDealt} />
      )}
    </Stack>
  );
}
