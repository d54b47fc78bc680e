import { Alert, Stack } from '@mantine/core';
import { getStudentLimits } from '@mfuko/contract/limits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { AskApproval } from './AskApproval.tsx';

interface HeldRefundProps {
  readonly admissionNumber: string;
  /** KES that the wallet holds. */
  readonly amount: string;
  /** Detail of the refusal: until when money to that number waits. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Number of times that the server has said no. */
  readonly refusals: number;
}

/** Head of the dialog, which stands above what is scrolled. */
const DIALOG_HEAD_PX = 64;

const HOLD = z.object({ until: z.string() });

/** In a refund: a number that was changed a short while ago, and the word of a second person for it. */
export function HeldRefund({ admissionNumber, amount, detail, refusals }: HeldRefundProps) {
  const { t } = useTranslation('limits');
  const { data } = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0 });
  const hold = HOLD.safeParse(detail).data;
  const notice = useRef<HTMLDivElement>(null);
  const asks = data !== undefined;
  // The dialog's own edge hides it where the page is enlarged, and on a telephone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal, and once the question has come
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'start' });
  }, [refusals, asks]);
  return (
    <Stack ref={notice} gap="sm" style={{ scrollMarginTop: DIALOG_HEAD_PX }}>
      {hold && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
          {t('room.refundHeld', { until: formatDate(hold.until) })}
        </Alert>
      )}
      {data && (
        <AskApproval
          key={admissionNumber}
          {...{ admissionNumber, amount, refusals }}
          above={0}
          open={data.approval}
          use="refund"
          isHeld
        />
      )}
    </Stack>
  );
}
