import { Anchor, Group, Paper, Skeleton, Text } from '@mantine/core';
import { getTill } from '@mfuko/contract/tills';
import { IconCashRegister } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';

/** Above whatever moves cash: whether it moves a till, and what is in it. */
export function TillBanner() {
  const { t } = useTranslation('tills');
  const own = useCall(getTill, {}, { staleTime: 0 });
  // The cash finds its place without this.
  if (own.isError && !own.data) return null;
  if (!own.data) return <Skeleton height={46} mb="md" />;
  const { till } = own.data;
  return (
    <Paper withBorder p="xs" mb="md" component="section" aria-label={t('banner.label')}>
      <Group gap="sm" wrap="nowrap">
        <IconCashRegister size={20} aria-hidden />
        <Text size="sm" flex={1} role="status">
          {till
            ? t('banner.open', { date: formatDate(till.openedAt), amount: formatAmount(till.holds) })
            : t('banner.none')}
        </Text>
        <Anchor component={Link} to="/app/till" size="sm">
          {t(till ? 'banner.toTill' : 'banner.toOpen')}
        </Anchor>
      </Group>
    </Paper>
  );
}
