import { Text } from '@mantine/core';
import { getStudentLimits, type StudentLimits } from '@mfuko/contract/limits';
import { formatDate, formatMoney } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import { useSignedIn } from '../lib/session.ts';
import { CustodyLine } from './CustodyLine.tsx';

interface StudentTodayProps {
  readonly admissionNumber: string;
  /** Largest amount that the wallet covers, in KES. */
  readonly most: number;
  /** Kind of allowance: cash that is paid out, or spending at a counter. */
  readonly of: 'cash' | 'spending';
}

/** Returns the limits of the student; undefined until they are loaded, and for an agent, since only the office may see them. */
function useLimitsOf(admissionNumber: string): StudentLimits | undefined {
  const enabled = useSignedIn().role !== 'CheckAgent' && admissionNumber !== '';
  const { data } = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0, enabled });
  return data?.admissionNumber === admissionNumber ? data : undefined;
}

/** Returns the largest amount that the wallet and the school's limits allow now, in KES; null until it is known. */
function useMostToday({ admissionNumber, most, of }: StudentTodayProps): number | null {
  const data = useLimitsOf(admissionNumber);
  if (!data) return null;
  const left = of === 'cash' ? data.cashLeft : data.spendingLeft;
  return Math.max(0, left === null ? most : Math.min(left, most));
}

/** Shows the student's allowance in a line; for cash on hold, the reason of the hold. */
export function StudentToday(props: StudentTodayProps) {
  const { t } = useTranslation('school');
  const most = useMostToday(props);
  const { hold, approval } = useLimitsOf(props.admissionNumber) ?? {};
  // A change of the guardian's number holds messages to that number, but no cash.
  const held = props.of === 'cash' && approval?.state !== 'approved' && hold?.changed !== 'phone' ? hold : null;
  return (
    <>
      <Text size="sm" mih={22}>
        {held && t(held.changed === 'pin' ? 'today.heldPin' : 'today.heldFinger', { until: formatDate(held.until) })}
        {!held && most !== null && t(`today.${props.of}`, { amount: formatMoney(most) })}
      </Text>
      <CustodyLine admissionNumber={props.admissionNumber} />
    </>
  );
}
