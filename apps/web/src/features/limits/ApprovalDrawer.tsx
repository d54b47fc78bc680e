import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type Approval, approve, getApproval, getApprovals, refuseApproval } from '@mfuko/contract/limits';
import { getStudent } from '@mfuko/contract/students';
import { getStatement, getWallet } from '@mfuko/contract/wallet';
import { IconAlertTriangle, IconInfoCircle, IconZoomQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useContractForm } from '../../ui/form.ts';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { When } from '../../ui/When.tsx';
import { ApprovalState } from './ApprovalState.tsx';

interface ApprovalDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

/** Drawer of one request for approval, with the facts for the decision: the balance and the last movements. */
export function ApprovalDrawer({ id, onClose, onDecided }: ApprovalDrawerProps) {
  const { t } = useTranslation(['limits', 'wallet']);
  const found = useCall(getApproval, { sysid: id ?? '' }, { enabled: id !== undefined, staleTime: 0 });
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={found.data?.names ?? t('approvals.one')} opened={id !== undefined} onClose={onClose}>
      {missing ? (
        <Notice Icon={IconZoomQuestion} title={t('approvals.unknown')} />
      ) : found.data ? (
        <Stack gap="lg">
          <Known approval={found.data} />
          {found.data.state === 'pending' && !found.data.own && !found.data.vain && found.data.liftsHold === false && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
              {t('approvals.vain')}
            </Alert>
          )}
          {found.data.state === 'pending' && <Decide key={found.data.sysid} approval={found.data} onDone={onDecided} />}
          <Movements admissionNumber={found.data.admissionNumber} />
        </Stack>
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

function Known({ approval }: { approval: Approval }) {
  const { t } = useTranslation('limits');
  const {
    admissionNumber,
    className,
    amount,
    reason,
    state,
    askedBy,
    date,
    decidedBy,
    note,
    until,
    isRefund,
    numbers,
    changes,
  } = approval;
  const wallet = useCall(getWallet, { admissionNumber }, { staleTime: 0, enabled: !isRefund });
  // A student who has left has no wallet at the desk, so the balance comes from the student's record.
  const leaver = useCall(getStudent, { admissionNumber }, { staleTime: 0, enabled: isRefund });
  const { balance } = (isRefund ? leaver.data : wallet.data) ?? {};
  return (
    <Facts
      facts={[
        [t('approvals.amount'), <Money key="amount" value={amount} fw={700} />],
        ...(approval.reference === null ? [] : [[t('approvals.reference'), approval.reference] as const]),
        ...(isRefund ? [[t('approvals.use'), t('approvals.isRefund')] as const] : []),
        ...(numbers ?? []).map(
          ({ guardian, mobileNumber, date: since, before }) =>
            [
              t('approvals.to'),
              t(before === null ? 'approvals.numberNew' : 'approvals.numberChanged', {
                whose: [guardian, oneLine(mobileNumber)].filter(Boolean).join(' · '),
                before: oneLine(before ?? ''),
                date: formatDate(since),
              }),
            ] as const,
        ),
        ...(changes ?? []).map(
          ({ changed, date: since, by }) =>
            [
              t('approvals.change'),
              t(`approvals.changes.${changed}`, { by: by ?? '---', date: formatDate(since) }),
            ] as const,
        ),
        [t('approvals.reason'), reason],
        [t('approvals.state'), <ApprovalState key="state" state={state} />],
        [t('approvals.number'), admissionNumber],
        [t('approvals.class'), className],
        [t('approvals.balance'), balance !== undefined && <Money key="balance" value={balance} />],
        [t('approvals.askedBy'), askedBy],
        [t('approvals.date'), <When key="date" moment={date} />],
        ...(until ? [[t('approvals.until'), <When key="until" moment={until} />] as const] : []),
        ...(decidedBy ? [[t('approvals.decidedBy'), decidedBy] as const] : []),
        ...(note ? [[t('approvals.note'), note] as const] : []),
      ]}
    />
  );
}

/** Keeps both ends of a masked number on one line. */
function oneLine(number: string): string {
  return number.replace('…', '\u2060…\u2060');
}

function Movements({ admissionNumber }: { admissionNumber: string }) {
  const { t } = useTranslation('limits');
  const { t: tWallet } = useTranslation('wallet');
  return (
    <Recent
      title={t('approvals.movements')}
      endpoint={getStatement}
      input={{ admissionNumber }}
      rowId={(row) => row.sysid}
      line={(row) => ({
        what: tWallet(`kinds.${row.kind}`),
        moment: row.date,
        detail: row.by,
        end: (
          <Text fw={600} size="sm" span>
            {row.amount > 0 && '+'}
            <Money value={row.amount} />
          </Text>
        ),
      })}
      empty={t('approvals.noMovements')}
    />
  );
}

function Decide({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const { t } = useTranslation('limits');
  const { sysid, own, amount, names, vain, askedBy } = approval;
  const [refusing, setRefusing] = useState(false);
  const refresh = [getApprovals, getApproval];
  const about = { admissionNumber: approval.admissionNumber, amount: String(amount) };
  const yes = useMoneyRecord(approve, {
    about,
    refresh,
    onDone: () => {
      showDone(t('approvals.approved', { amount: formatMoney(amount), names }));
      onDone();
    },
    onError: showError,
  });
  const form = useContractForm(refuseApproval, { sysid, reason: '' });
  const no = useMoneyRecord(refuseApproval, {
    about,
    refresh,
    onDone: () => {
      showDone(t('approvals.refusedDone'));
      onDone();
    },
    onError: (error) => showRefusal(form, error),
  });
  if (own)
    return (
      <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
        {t(vain === 'asked-before' ? 'approvals.ownLate' : 'approvals.own')}
      </Alert>
    );
  if (refusing)
    return (
      <form onSubmit={form.onSubmit((values) => no.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('reason')}
            label={t('approvals.why')}
            maxLength={200}
            autoComplete="off"
            autoFocus
            required
          />
          <DialogAttempts of={[approve, refuseApproval]} />
          <DialogButtons onCancel={() => setRefusing(false)} color="red" loading={no.isPending}>
            {t('approvals.refuse')}
          </DialogButtons>
        </Stack>
      </form>
    );
  return (
    <>
      {vain && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {t(vain === 'changed' ? 'approvals.vainChanged' : 'approvals.vainBefore', { by: askedBy })}
        </Alert>
      )}
      <DialogAttempts of={[approve, refuseApproval]} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => setRefusing(true)}>
          {t('approvals.refuse')}
        </Button>
        {/* Hidden where the server would refuse the approval. */}
        {!vain && (
          <Button loading={yes.isPending} onClick={() => yes.mutate({ sysid })}>
            {t('approvals.approve')}
          </Button>
        )}
      </Group>
    </>
  );
}
