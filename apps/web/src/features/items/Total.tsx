import { Text } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';

interface TotalProps {
  readonly quantity: string;
  readonly price: string;
  readonly student: { readonly balance: number } | null;
}

/** Total of the sale and the balance afterwards, shown before the button is pressed. */
export function Total({ quantity, price, student }: TotalProps) {
  const { t } = useTranslation('items');
  const pieces = /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0;
  const total = (pieces * Math.round(Number(price) * 100)) / 100;
  if (!Number.isFinite(total) || pieces === 0) return null;
  const left = student && Math.round((student.balance - total) * 100) / 100;
  return (
    <div role="status">
      <Facts
        facts={[
          [t('add.total'), total === 0 ? t('add.free') : <Money key="total" value={total} fw={700} />],
          ...(left === null ? [] : [[t('add.after'), <Money key="after" value={left} fw={700} />] as const]),
        ]}
      />
      {left !== null && left < 0 && (
        <Text c="var(--mantine-color-error)" fw={600} mt="xs">
          {t('add.short')}
        </Text>
      )}
    </div>
  );
}
