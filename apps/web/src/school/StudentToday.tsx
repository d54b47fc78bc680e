import { Text } from '@mantine/core';
import { getStudentLimits, type StudentLimits } from '@mfuko/contract/limits';
import { formatDate, formatMoney } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import { useSignedIn } from '../lib/session.ts';
import { CustodyLine } from './CustodyLine.tsx';

interface StudentTodayProps {
  readonly admissionNumber: string;
  /** The most that the wallet pays for, in KES. */
  readonly most: number;
  /** Of cash that is paid out, or of what is spent at a counter. */
  readonly of: 'cash' | 'spending';
}

/** Limits of the student who is there; undefined until they are known, and for an agent: they are the office's to see. */
function useLimitsOf(admissionNumber: string): StudentLimits | undefined {
  const enabled = useSignedIn().role !== 'CheckAgent' && admissionNumber !== '';
  const { data } = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0, enabled });
  return data?.admissionNumber === admissionNumber ? data : undefined;
}

/** Allowance: the most that the wallet and the school's limits allow by now, in KES; null until it is known. */
function useMostToday({ admissionNumber, most, of }: StudentTodayProps): number | null {
  const data = useLimitsOf(admissionNumber);
  if (!data) return null;
  const left = of === 'cash' ? data.cashLeft : data.spendingLeft;
  return Math.max(0, left === null ? most : Math.min(left, most));
}

/** Allowance of the student who is there, in a line; of cash that waits, what holds it. */
export function StudentToday(props: StudentTodayProps) {
  const { t } = useTranslation('school');
  const most = useMostToday(props);
  const { hold, approval } = useLimitsOf(props.admissionNumber) ?? {};
  // A guardian's number that was changed holds what is sent to it, and no cash.
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
