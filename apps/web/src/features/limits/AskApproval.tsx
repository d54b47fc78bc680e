import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { type Approval, getApproval, getStudentLimits, requestApproval } from '@mfuko/contract/limits';
import { IconCircleCheck, IconHourglass, IconUserCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { amountOf } from '../../ui/amount-typing.ts';
import { showError } from '../../ui/notify.tsx';

/** Polling interval on screens that the bell does not reach. */
const POLL_MS = 2_000;

type Use = 'cash' | 'sale' | 'refund';

interface AskApprovalProps {
  readonly admissionNumber: string;
  readonly amount: string;
  /** Amount in KES above which a second person must approve. */
  readonly above: number;
  /** Open request for this student that was not used yet. */
  readonly open: Approval | null;
  /** Reference of a bank slip that is to be paid in once more, instead of a cash-out. */
  readonly slip?: string;
  /** Use of the approval; other uses than cash have their own texts. */
  readonly use?: Use;
  /** True while a recent change of PIN, finger or number holds the money: not everybody's approval counts then. */
  readonly isHeld?: boolean;
  /** Number of refusals by the server; an approval that the server has refused does not count. */
  readonly refusals?: number;
  readonly onApproved?: () => void;
}

/** Asks a second person to approve a cash-out in progress, and reports the approval as soon as it is given. */
export function AskApproval({
  admissionNumber,
  amount,
  above,
  open,
  slip,
  use = 'cash',
  isHeld = false,
  refusals = 0,
  onApproved,
}: AskApprovalProps) {
  const [sent, setSent] = useState<string | null>(null);
  const id = sent ?? open?.sysid;
  const asked = useCall(
    getApproval,
    { sysid: id ?? '' },
    {
      enabled: id !== undefined,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && data.state !== 'pending' ? false : POLL_MS),
    },
  ).data;
  const known = asked ?? open;
  const told = useRef(onApproved);
  told.current = onApproved;
  const waited = useRef(false);
  if (known?.state === 'pending') waited.current = true;
  const given = known?.state === 'approved';
  const last = useRef(known);
  last.current = known;
  const [vain, setVain] = useState<string | null>(null);
  useEffect(() => {
    if (refusals > 0 && last.current?.state === 'approved') setVain(last.current.sysid);
  }, [refusals]);
  // The request was made before the change, so no approval of it counts.
  const isLate = known?.state === 'pending' && known.vain === 'asked-before';
  const isVain = given && (known.sysid === vain || (isHeld && known.liftsHold === false));
  useEffect(() => {
    if (given && !isVain && waited.current) told.current?.();
  }, [given, isVain]);
  function say(approval: Approval) {
    if (isLate) return <Late />;
    return isVain ? <Vain approval={approval} use={use} /> : <State approval={approval} use={use} />;
  }
  const enough = known !== null && known !== undefined && amountOf(amount) <= known.amount;
  return (
    <Paper withBorder p="sm">
      <div role="status">{known && enough && say(known)}</div>
      {!(enough && ((known?.state === 'pending' && !isLate) || (given && !isVain))) && amountOf(amount) > above && (
        <Ask
          {...{ admissionNumber, amount, above, slip, use: use === 'cash' && isHeld ? 'held' : use }}
          again={isVain || isLate || known?.state === 'refused'}
          onSent={setSent}
        />
      )}
    </Paper>
  );
}

/** Notice about an approval that the server does not accept, such as one by the user who changed the PIN or the number. */
function Vain({ approval: { decidedBy }, use }: { approval: Approval; use: Use }) {
  const { t } = useTranslation('limits');
  return (
    <Alert color="red" variant="light" title={t('ask.vain', { by: decidedBy ?? '' })} mb="sm">
      {t(use === 'refund' ? 'ask.vainHint' : 'ask.heldVainHint')}
    </Alert>
  );
}

/** Notice about a request that was made before the change for which the money is held. */
function Late() {
  const { t } = useTranslation('limits');
  return (
    <Alert color="red" variant="light" title={t('ask.late')} mb="sm">
      {t('ask.lateHint')}
    </Alert>
  );
}

const GIVEN = { cash: 'ask.givenHint', sale: 'ask.saleGivenHint', refund: 'ask.refundGivenHint' } as const;
const WHY = { cash: 'ask.why', held: 'ask.heldWhy', sale: 'ask.saleWhy', refund: 'ask.refundWhy' } as const;
const REASON = {
  cash: 'ask.reason',
  held: 'ask.saleReason',
  sale: 'ask.saleReason',
  refund: 'ask.saleReason',
} as const;

function State({ approval, use }: { approval: Approval; use: Use }) {
  const { state, amount, decidedBy, note, until, reference } = approval;
  const { t } = useTranslation('limits');
  const by = decidedBy ?? '';
  if (state === 'pending')
    return (
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconHourglass size={22} style={{ flexShrink: 0 }} aria-hidden />
        <div>
          <Text fw={600}>{t('ask.waiting')}</Text>
          <Text size="sm">{t(use === 'refund' ? 'ask.refundWaitingHint' : 'ask.waitingHint')}</Text>
        </div>
      </Group>
    );
  if (state === 'approved')
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />} title={t('ask.given', { by })}>
        {t(reference !== null ? 'slip.givenHint' : GIVEN[use], {
          amount: formatMoney(amount),
          until: formatDate(until).slice(-5),
        })}
      </Alert>
    );
  if (state === 'refused')
    return (
      <Alert color="red" variant="light" title={t('ask.refused', { by })} mb="sm">
        {note}
      </Alert>
    );
  return null;
}

interface AskProps {
  readonly admissionNumber: string;
  readonly amount: string;
  readonly above: number;
  readonly slip: string | undefined;
  readonly use: Use | 'held';
  readonly again: boolean;
  readonly onSent: (sysid: string) => void;
}

function Ask({ admissionNumber, amount, above, slip, use, again, onSent }: AskProps) {
  const { t } = useTranslation('limits');
  const [reason, setReason] = useState('');
  const ask = useMoneyRecord(requestApproval, {
    refresh: [getStudentLimits],
    onDone: ({ sysid }) => onSent(sysid),
    onError: showError,
  });
  const missing = reason.trim() === '';
  const send = () =>
    !missing &&
    !ask.isPending &&
    ask.mutate({ admissionNumber, amount, reason, ...(slip === undefined ? {} : { reference: slip }) });
  // The field stands inside the cash-out's form, whose button Enter would press.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send();
  }
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600}>{t('ask.title')}</Text>
        <Text size="sm">{t(slip !== undefined ? 'slip.why' : WHY[use], { above: formatMoney(above) })}</Text>
      </div>
      <TextInput
        label={t(slip !== undefined ? 'slip.reason' : REASON[use])}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value.slice(0, 200))}
        onKeyDown={onKeyDown}
        autoComplete="off"
        required
      />
      {use === 'refund' && <DialogAttempts of={[requestApproval]} />}
      <Group justify="flex-end">
        <Button
          variant="light"
          leftSection={<IconUserCheck size={18} aria-hidden />}
          loading={ask.isPending}
          disabled={missing}
          onClick={send}
        >
          {t(again ? 'ask.again' : 'ask.act')}
        </Button>
      </Group>
    </Stack>
  );
}
