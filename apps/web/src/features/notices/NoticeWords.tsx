import { Stack, Text } from '@mantine/core';
import type { NoticeRow } from '@mfuko/contract/notices';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { formatDate, formatDay, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useAgo } from '../../ui/When.tsx';

const SIGNS = {
  urgent: { Icon: IconExclamationCircle, color: 'var(--mantine-color-error)' },
  warning: { Icon: IconAlertTriangle, color: 'var(--mantine-color-yellow-text)' },
  info: { Icon: IconInfoCircle, color: 'var(--mantine-color-blue-text)' },
} as const;

/** Icon of a notice's severity. */
export function NoticeSign({ severity }: Pick<NoticeRow, 'severity'>) {
  const { t } = useTranslation('notices');
  const { Icon, color } = SIGNS[severity];
  return <Icon size={20} color={color} role="img" aria-label={t(`severity.${severity}`)} />;
}

/** Text of a notice, in the user's language. */
export function NoticeWords({ notice }: { notice: NoticeRow }) {
  const { t } = useTranslation('notices');
  const since = useAgo();
  const params = { ...formOf(notice.params), ...inWords(notice.params) };
  return (
    <Stack gap={0} component="span">
      <Text size="sm" fw={600} span>
        {t(`kinds.${notice.kind}.title`, params)}
      </Text>
      <Text size="sm" span>
        {t(`kinds.${notice.kind}.message`, params)}
      </Text>
      <Text size="xs" c="dimmed" span>
        {since(notice.date)}
      </Text>
    </Stack>
  );
}

/** Adds `count`, which selects the plural form, for texts that count another parameter. */
function formOf({ recipients, days }: NoticeRow['params']): NoticeRow['params'] {
  const count = recipients ?? days;
  return count === undefined ? {} : { count };
}

/** Parameters that are amounts in KES; other numbers are counts. Moments use the user's time zone, days the school's. */
const AMOUNTS = /^(amount|cap|here|there)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

function inWords(params: NoticeRow['params']): NoticeRow['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && AMOUNTS.test(name)
        ? formatMoney(value)
        : typeof value === 'string' && MOMENT.test(value)
          ? formatDate(value)
          : typeof value === 'string' && DAY.test(value)
            ? formatDay(value)
            : value,
    ]),
  );
}
