import { Text } from '@mantine/core';
import { getStudentLimits } from '@mfuko/contract/limits';
import { formatAmount } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import { useSignedIn } from '../lib/session.ts';

interface StudentTodayProps {
  readonly admissionNumber: string;
  /** The most that the wallet pays for, in KES. */
  readonly most: number;
  /** Of cash that is paid out, or of what is spent at a counter. */
  readonly of: 'cash' | 'spending';
}

/** Allowance: the most that the wallet and the school's limits allow by now, in KES; null until it is known. */
export function useMostToday({ admissionNumber, most, of }: StudentTodayProps): number | null {
  // Limits are the office's to see.
  const enabled = useSignedIn().role !== 'CheckAgent' && admissionNumber !== '';
  const { data } = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0, enabled });
  if (!data || data.admissionNumber !== admissionNumber) return null;
  const left = of === 'cash' ? data.cashLeft : data.spendingLeft;
  return Math.max(0, left === null ? most : Math.min(left, most));
}

/** Allowance of the student who is there, in a line. */
export function StudentToday(props: StudentTodayProps) {
  const { t } = useTranslation('school');
  const most = useMostToday(props);
  return (
    <Text size="sm" mih={22}>
      {most !== null && t(`today.${props.of}`, { amount: formatAmount(most) })}
    </Text>
  );
}
