import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import {
  approveMpesaStatement,
  getMpesaStatement,
  getMpesaStatements,
  rejectMpesaStatement,
} from '@mfuko/contract/mpesa-statements';
import { getPayments } from '@mfuko/contract/payments';
import { getBalances } from '@mfuko/contract/wallet';
import { IconInfoCircle, IconZoomQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { When } from '../../ui/When.tsx';
import { StatementRows } from './StatementRows.tsx';
import { STATEMENT_COLOURS } from './state-colours.ts';

const POLL_MS = 3_000;
const READS = [getMpesaStatements, getMpesaStatement, getPayments, getBalances];

/** Drawer of one statement: the state of each payment, and the second person's decision. */
export function StatementDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const found = useCall(
    getMpesaStatement,
    { sysid: id ?? '' },
    {
      enabled: id !== undefined,
      staleTime: 0,
      // Polls, since M-Pesa's answers reach the server and no event reaches the page.
      refetchInterval: ({ state: { data } }) => data?.state === 'asking' && POLL_MS,
    },
  );
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={found.data?.fileName ?? t('statements.one')} opened={id !== undefined} onClose={onClose}>
      {missing ? (
        <Notice Icon={IconZoomQuestion} title={t('statements.unknown')} />
      ) : found.data ? (
        <Known key={found.data.sysid} statement={found.data} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </DetailDrawer>
  );
}

function Known({ statement }: { statement: AnswerOf<typeof getMpesaStatement> }) {
  const { t } = useTranslation('payments');
  const { state, rows } = statement;
  const open = state === 'asking' || state === 'waiting';
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [
            t('statements.fields.state'),
            <Tag key="state" color={STATEMENT_COLOURS[state]}>
              {t(`statements.states.${state}`)}
            </Tag>,
          ],
          [t('statements.fields.period'), `${formatDate(statement.from)} – ${formatDate(statement.until)}`],
          [t('statements.fields.by'), statement.by],
          [t('list.date'), <When key="date" moment={statement.date} />],
          [t('statements.fields.payments'), formatCount(statement.payments)],
          [t('statements.fields.amount'), <Money key="amount" value={statement.amount} />],
          [t('statements.fields.credited'), formatCount(statement.credited)],
          [t('statements.fields.parked'), formatCount(statement.parked)],
          [t('statements.fields.open'), formatCount(statement.open)],
          ...(statement.decidedBy
            ? [[t('statements.fields.decided'), `${statement.decidedBy}, ${formatDate(statement.decidedAt)}`] as const]
            : []),
        ]}
      />
      {open && <Decide statement={statement} />}
      {rows.length > 0 && <StatementRows rows={rows} stateOf={({ state: of }) => t(`statements.rowStates.${of}`)} />}
    </Stack>
  );
}

/** Lets a second person approve or reject the statement; the uploader can only withdraw it. */
function Decide({ statement }: { statement: AnswerOf<typeof getMpesaStatement> }) {
  const { t } = useTranslation('payments');
  const [asking, ask] = useState<'approve' | 'reject' | null>(null);
  const { sysid, own, open } = statement;
  const yes = useMoneyRecord(approveMpesaStatement, {
    refresh: READS,
    onDone: () => showDone(t('statements.approved')),
    onError: showError,
  });
  const no = useMoneyRecord(rejectMpesaStatement, {
    refresh: READS,
    onDone: () => showDone(t('statements.rejected')),
    onError: showError,
  });
  return (
    <Stack gap="md">
      <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
        {t(own ? 'statements.own' : 'statements.check')}
      </Alert>
      <DialogAttempts of={[approveMpesaStatement, rejectMpesaStatement]} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" loading={no.isPending} onClick={() => ask('reject')}>
          {t(own ? 'statements.takeBack' : 'statements.reject')}
        </Button>
        {!own && (
          <Button loading={yes.isPending} onClick={() => ask('approve')}>
            {t('statements.approve')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking === 'approve'}
        onClose={() => ask(null)}
        question={t('statements.askApprove')}
        consequence={t('statements.askApproveWhat', { count: open })}
        act={t('statements.approve')}
        harmless
        onConfirm={() => yes.mutate({ sysid })}
      />
      <ConfirmDialog
        opened={asking === 'reject'}
        onClose={() => ask(null)}
        question={t('statements.askReject')}
        consequence={t('statements.askRejectWhat')}
        act={t(own ? 'statements.takeBack' : 'statements.reject')}
        onConfirm={() => no.mutate({ sysid })}
      />
    </Stack>
  );
}
