import { Group, Paper, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/Money.tsx';
import type { WalletOf } from './useWalletOf.ts';

interface StudentFieldsProps {
  readonly wallet: WalletOf;
  readonly amount: string;
  readonly onAmount: (text: string) => void;
  readonly amountError?: string | null;
}

/** Who and how much: the same at every desk where pocket money moves. */
export function StudentFields({ wallet, amount, onAmount, amountError }: StudentFieldsProps) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <TextInput
        label={t('fields.admissionNumber')}
        value={wallet.number}
        onChange={(event) => wallet.setNumber(event.currentTarget.value)}
        error={wallet.error}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        required
        name="admissionNumber"
      />
      <div role="status">
        {wallet.found && (
          <Paper withBorder p="sm">
            <Group justify="space-between" gap="xs">
              <div>
                <Text fw={600}>{wallet.found.names}</Text>
                <Text size="sm" c="dimmed">
                  {wallet.found.className}
                </Text>
              </div>
              <div>
                <Text size="sm" c="dimmed" ta="right">
                  {t('balance')}
                </Text>
                <Text fw={700} size="lg" ta="right">
                  <Money value={wallet.found.balance} />
                </Text>
              </div>
            </Group>
          </Paper>
        )}
      </div>
      <TextInput
        label={t('fields.amount')}
        value={amount}
        onChange={(event) => onAmount(cleanAmount(event.currentTarget.value))}
        error={amountError}
        inputMode="decimal"
        autoComplete="off"
        required
        name="amount"
      />
    </>
  );
}

/** Digits and one point with two decimals; a comma is read as the point that the keyboard may lack. */
function cleanAmount(text: string): string {
  const cleaned = text.replace(',', '.').replace(/[^\d.]/g, '');
  return /^\d{0,7}(\.\d{0,2})?/.exec(cleaned)?.[0] ?? '';
}
