import { Text } from '@mantine/core';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

const COLOURS = { even: 'green', short: 'red', over: 'yellow' } as const;

/** Variance of a count as text; the colour only repeats it. */
export function Variance({ value }: { value: number }) {
  const { t } = useTranslation('tills');
  const kind = value === 0 ? 'even' : value < 0 ? 'short' : 'over';
  return (
    <Text inherit span fw={700} c={`var(--mantine-color-${COLOURS[kind]}-text)`}>
      {t(`variance.${kind}`, { amount: formatMoney(Math.abs(value)) })}
    </Text>
  );
}
