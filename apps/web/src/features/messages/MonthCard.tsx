import { Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { getMonth } from '@mfuko/contract/messages';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';

const POLL_MS = 10_000;

/** Cost of this month's messages, compared with the budget. */
export function MonthCard() {
  const { t } = useTranslation('messages');
  const { data } = useCall(getMonth, {}, { refetchInterval: POLL_MS });
  if (!data) return null;
  const { spent, cap, messages, stopped } = data;
  const words = t(spent > 0 ? 'month.spent' : 'month.nothing', { spent: formatMoney(spent), cap: formatMoney(cap) });
  return (
    <section aria-label={t('month.title')} style={{ maxWidth: 480, marginBottom: 'var(--mantine-spacing-md)' }}>
      <Text size="sm" fw={600}>
        {t('month.title')}: {words}
      </Text>
      <Progress
        value={cap > 0 ? Math.min(100, (spent / cap) * 100) : 100}
        color={spent >= cap ? 'red' : 'green'}
        aria-label={words}
        my={6}
      />
      <Text size="sm" c="dimmed">
        {t('month.messages', { count: messages, shown: formatCount(messages) })}
      </Text>
      {stopped > 0 && (
        <Text size="sm" c="red">
          {t('month.stopped', { count: stopped, shown: formatCount(stopped) })}
        </Text>
      )}
    </section>
  );
}
