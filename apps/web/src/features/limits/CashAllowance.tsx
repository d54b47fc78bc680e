import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { getStudentLimits, type StudentLimits } from '@mfuko/contract/limits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { amountOf } from '../../ui/amount-typing.ts';
import { Money } from '../../ui/Money.tsx';
import { AskApproval } from './AskApproval.tsx';
import { useLimitWords } from './words.ts';

interface CashAllowanceProps {
  readonly admissionNumber: string;
  /** Amount as typed. */
  readonly amount: string;
  /** Number of refusals: the server may know more than the screen shows. */
  readonly refusals: number;
  /** Called after the approval: the proof is asked for again. */
  readonly onApproved: () => void;
}

/** Shows at the cash desk how much the current student may take, and asks a second person for approval where needed. */
export function CashAllowance({ admissionNumber, amount, refusals, onApproved }: CashAllowanceProps) {
  // Loads the texts of the children before they render.
  useTranslation('limits');
  const limits = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0 });
  const { data, refetch } = limits;
  useEffect(() => {
    if (refusals > 0) void refetch();
  }, [refusals, refetch]);
  if (!data || (data.rules.length === 0 && data.hold === null)) return null;
  // While cash is held, any amount needs an approval.
  const above = data.hold ? 0 : data.rules.find(({ rule }) => rule === 'approval')?.left;
  const asked = amountOf(amount);
  const asks = above !== undefined && (asked > above || data.approval !== null);
  return (
    <Stack gap="sm">
      <Allowance limits={data} />
      {data.hold && <Hold hold={data.hold} />}
      {asks && data.cashLeft !== 0 && (
        <AskApproval
          key={admissionNumber}
          admissionNumber={admissionNumber}
          amount={amount}
          above={above}
          open={data.approval}
          isHeld={data.hold !== null}
          onApproved={onApproved}
        />
      )}
    </Stack>
  );
}

function Allowance({ limits }: { limits: StudentLimits }) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const cash = limits.rules.filter(({ rule }) => rule === 'cash-out' || rule === 'day' || rule === 'week');
  const why = useWhyNothing(limits);
  if (why)
    return (
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
        {why}
      </Alert>
    );
  if (limits.cashLeft === null) return null;
  return (
    <Paper withBorder p="sm" role="status" aria-label={t('room.title')}>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" c="dimmed">
            {t('room.now')}
          </Text>
          {cash.map((each) => (
            <Text key={each.rule} size="sm">
              {t('room.left', {
                rule: words.rule(each),
                left: formatMoney(each.left),
                setBy: words.setBy(each.setBy),
              })}
            </Text>
          ))}
        </div>
        <Text fw={700} size="lg">
          <Money value={limits.cashLeft} />
        </Text>
      </Group>
    </Paper>
  );
}

function Hold({ hold }: { hold: NonNullable<StudentLimits['hold']> }) {
  const { t } = useTranslation('limits');
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
      {t(`room.held.${hold.changed}`, { until: formatDate(hold.until) })}
    </Alert>
  );
}

/** Returns the reason for which no cash may be paid out at all, or null. */
function useWhyNothing({ rules, checkedIn, cashLeft }: StudentLimits): string | null {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const noCash = rules.find(({ rule }) => rule === 'no-cash');
  if (noCash) return t('room.noCash', { setBy: words.setBy(noCash.setBy) });
  if (!checkedIn && rules.some(({ rule }) => rule === 'on-campus')) return t('room.notIn');
  if (rules.some(({ rule, left }) => rule === 'cash-outs' && left === 0)) return t('room.tooMany');
  const spent = rules.find(({ rule, left }) => (rule === 'day' || rule === 'week') && left === 0);
  return cashLeft === 0 && spent ? t('room.nothingLeft', { setBy: words.setBy(spent.setBy) }) : null;
}
