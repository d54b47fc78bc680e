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
  /** Balance of the wallet in KES. */
  readonly amount: string;
  /** Detail of the refusal: until when money to the number is held. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Number of refusals by the server. */
  readonly refusals: number;
}

/** Height of the dialog's sticky header. */
const DIALOG_HEAD_PX = 64;

const HOLD = z.object({ until: z.string() });

/** Shown in a refund whose phone number was changed recently: asks a second person for approval. */
export function HeldRefund({ admissionNumber, amount, detail, refusals }: HeldRefundProps) {
  const { t } = useTranslation('limits');
  const { data } = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0 });
  const hold = HOLD.safeParse(detail).data;
  const notice = useRef<HTMLDivElement>(null);
  const asks = data !== undefined;
  // On small or enlarged screens the notice is below the visible part of the dialog.
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
