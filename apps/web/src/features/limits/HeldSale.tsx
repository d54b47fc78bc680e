import { Alert, Stack } from '@mantine/core';
import { getStudentLimits } from '@mfuko/contract/limits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { AskApproval } from './AskApproval.tsx';

interface HeldSaleProps {
  readonly admissionNumber: string;
  /** KES of what is to be sold. */
  readonly amount: string;
  /** Number of times that the server has said no: it may know more than what is shown. */
  readonly refusals: number;
  /** Somebody else has said yes: the proof is asked for again. */
  readonly onApproved: () => void;
}

/** At a counter: a sale that waits after a change of the PIN or finger, and the word of a second person for it. */
export function HeldSale({ admissionNumber, amount, refusals, onApproved }: HeldSaleProps) {
  const { t } = useTranslation('limits');
  const { data, refetch } = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0 });
  useEffect(() => {
    if (refusals > 0) void refetch();
  }, [refusals, refetch]);
  if (!data?.hold) return null;
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
        {t(`room.soldHeld.${data.hold.changed}`, { until: formatDate(data.hold.until) })}
      </Alert>
      <AskApproval
        key={admissionNumber}
        {...{ admissionNumber, amount, onApproved }}
        above={0}
        open={data.approval}
        use="sale"
        isHeld
      />
    </Stack>
  );
}
