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
  /** Amount of the sale in KES. */
  readonly amount: string;
  /** Number of refusals: the server may know more than the screen shows. */
  readonly refusals: number;
  /** Called after the approval: the proof is asked for again. */
  readonly onApproved: () => void;
}

/** Shown at a counter for a sale that is held after a change of PIN or finger: asks a second person for approval. */
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
