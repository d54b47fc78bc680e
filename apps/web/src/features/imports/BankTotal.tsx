import { Alert, Checkbox, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { formatKes, parseKesSum } from '@mfuko/contract/money';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { AmountField } from '../../ui/AmountField.tsx';

/** Compares the bank's total with the list's (`amount`, KES). */
export function useBankTotal(amount: number) {
  const [typed, setTyped] = useState('');
  const [acceptedOf, setAcceptedOf] = useState<bigint | null>(null);
  const total = typed === '' ? null : parseKesSum(typed);
  const difference = total === null ? null : BigInt(Math.round(amount * 100)) - total;
  // Accepting a difference covers this difference only: after a correction the new one must be accepted again.
  const accepted = difference !== null && acceptedOf === difference;
  const unread = typed !== '' && total === null;
  return {
    typed,
    setTyped,
    accepted,
    setAccepted: (on: boolean) => setAcceptedOf(on ? difference : null),
    difference,
    /** True while nothing may be recorded. */
    differs: unread || (difference !== null && difference !== 0n && !accepted),
  };
}

type BankTotalProps = ReturnType<typeof useBankTotal> & {
  /** True for a bank's list without a column for slip references. */
  readonly noSlips?: boolean;
};

/** Asks for the bank's total, which reveals a missing or doubled row before anything is recorded. */
export function BankTotal({ typed, setTyped, accepted, setAccepted, difference, noSlips }: BankTotalProps) {
  const { t } = useTranslation('imports');
  return (
    <>
      <Group gap="lg" align="flex-end">
        <AmountField
          sum
          label={t('bank.label')}
          description={t('bank.hint')}
          value={typed}
          onChange={setTyped}
          w={320}
          maw="100%"
        />
        {difference !== null && (
          <Text size="sm" fw={600} role="status" c={difference === 0n ? 'green' : 'red'} pb={8}>
            {difference === 0n
              ? t('bank.same')
              : t(difference > 0n ? 'bank.more' : 'bank.less', {
                  amount: formatKes(difference < 0n ? -difference : difference),
                })}
          </Text>
        )}
        {difference !== null && difference !== 0n && (
          <Checkbox
            pb={8}
            label={t('bank.accept')}
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
      </Group>
      {noSlips && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('bank.noSlips')}>
          {t('bank.noSlipsHint')}
        </Alert>
      )}
    </>
  );
}
