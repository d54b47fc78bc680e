import type { Till } from '@mfuko/contract/tills';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';

/** Sums that add up to the till's balance. */
export function TillSums({ till }: { till: Till }) {
  const { t } = useTranslation('tills');
  const sums: [key: 'float' | 'added' | 'handedBack' | 'paidIn' | 'paidOut' | 'takenBack', count?: number][] = [
    ['float'],
    ['added'],
    ['handedBack'],
    ['paidIn', till.paidInCount],
    ['paidOut', till.paidOutCount],
    ['takenBack', till.takenBackCount],
  ];
  return (
    <Facts
      facts={sums.map(([key, count]) => [
        count === undefined ? t(`sums.${key}`) : t('sums.times', { what: t(`sums.${key}`), count: formatCount(count) }),
        <Money key={key} value={key === 'handedBack' || key === 'paidOut' ? -till[key] : till[key]} />,
      ])}
    />
  );
}
