import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { z } from 'zod';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { AskApproval } from './AskApproval.tsx';

interface SlipTakenProps {
  readonly admissionNumber: string;
  readonly amount: string;
  readonly reference: string;
  /** Detail of the refusal: the first receipt of the slip. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** True where the user may ask for an approval; a cashier leaves that to the office. */
  readonly mayAsk: boolean;
}

const FIRST = z.object({
  receipt: z.object({ sysid: z.string(), date: z.string() }),
  amount: z.number(),
  admissionNumber: z.string(),
  names: z.string(),
  by: z.string(),
});

/**
 * Shown where a bank slip has been paid in before: the first receipt, and the request for an approval where the payment is right anyway.
 */
export function SlipTaken({ admissionNumber, amount, reference, detail, mayAsk }: SlipTakenProps) {
  const { t } = useTranslation('limits');
  // An older server discloses only that the slip was used.
  const first = FIRST.safeParse(detail).data;
  return (
    <Stack gap="sm">
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t('slip.title')} role="alert">
        {first && (
          <Text size="sm">
            {t('slip.first', {
              amount: formatMoney(first.amount),
              names: first.names,
              admissionNumber: first.admissionNumber,
              date: formatDate(first.receipt.date),
              by: first.by,
              receipt: first.receipt.sysid.slice(-12).toUpperCase(),
            })}
          </Text>
        )}
      </Alert>
      {!mayAsk && <Text size="sm">{t('slip.office')}</Text>}
      {mayAsk && (
        <AskApproval admissionNumber={admissionNumber} amount={amount} above={0} slip={reference} open={null} />
      )}
    </Stack>
  );
}
