import { Text } from '@mantine/core';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Money } from '../../ui/Money.tsx';
import type { Rule } from './words.ts';

/** Amount that a rule allows, with the rest where the rule has an allowance to use up. */
export function LimitValue({ rule: { rule, limit, left } }: { rule: Rule }) {
  const { t } = useTranslation('limits');
  if (rule === 'no-cash' || rule === 'on-campus') return t('of.yes');
  if (rule === 'cash-out' || rule === 'finger-alone' || rule === 'approval') return <Money value={limit} />;
  const counted = rule === 'cash-outs';
  return (
    <>
      {counted ? t('of.times', { count: limit }) : <Money value={limit} />}
      <Text size="sm" c="dimmed" span display="block">
        {t('of.left')} {counted ? formatCount(left) : <Money value={left} />}
      </Text>
    </>
  );
}
