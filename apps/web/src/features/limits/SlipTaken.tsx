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
  /** May ask: a cashier leaves it to the office. */
  readonly mayAsk: boolean;
}

const FIRST = z.object({
  receipt: z.object({ sysid: z.string(), date: z.string() }),
  amount: z.number(),
  admissionNumber: z.string(),
  names: z.string(),
  by: z.string(),
});

/** A slip that has paid in before: what it was, and the word of a second person where it is right all the same. */
export function SlipTaken({ admissionNumber, amount, reference, detail, mayAsk }: SlipTakenProps) {
  const { t } = useTranslation('limits');
  // Of a server that tells less only that the slip was taken is known.
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
