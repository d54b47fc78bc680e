import { Group, Paper, Skeleton, Text } from '@mantine/core';
import { getTill } from '@mfuko/contract/tills';
import { IconCashRegister } from '@tabler/icons-react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';

/** Banner above forms that move cash: the user's till and its balance, if one is open. */
export function TillBanner() {
  const { t } = useTranslation('tills');
  const own = useCall(getTill, {}, { staleTime: 0 });
  // Hidden on an error, since the server finds the till without this banner.
  if (own.isError && !own.data) return null;
  if (!own.data) return <Skeleton height={46} mb="md" />;
  const { till, required } = own.data;
  const missing = !till && required;
  return (
    <Paper
      withBorder
      p="xs"
      mb="md"
      component="section"
      aria-label={t('banner.label')}
      bg={missing ? 'var(--mantine-color-yellow-light)' : undefined}
    >
      <Group gap="sm" wrap="nowrap">
        <IconCashRegister size={20} aria-hidden />
        <Text size="sm" flex={1} role="status">
          {till
            ? t('banner.open', { date: formatDate(till.openedAt), amount: formatMoney(till.holds) })
            : t(missing ? 'banner.required' : 'banner.none')}
        </Text>
        {missing ? (
          <LinkButton to="/app/till" size="compact-sm">
            {t('banner.toOpen')}
          </LinkButton>
        ) : (
          <LinkAnchor to="/app/till" size="sm">
            {t(till ? 'banner.toTill' : 'banner.toOpen')}
          </LinkAnchor>
        )}
      </Group>
    </Paper>
  );
}
