import '@mantine/core/styles/Badge.css';
import { Badge } from '@mantine/core';
import { PAPERS_DUE_DAYS } from '@mfuko/contract/bus';
import { dayOf, formatCount, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { daysBetween } from './papers-of.ts';

/** Last valid day of a bus's paper by the school's calendar, with a badge where it has expired or expires soon. */
export function LastDay({ day }: { day: string | null }) {
  const { t } = useTranslation('bus');
  if (day === null) return '---';
  const days = daysBetween(dayOf(Date.now()), day);
  return (
    <>
      {formatDay(day)}{' '}
      {days <= PAPERS_DUE_DAYS && (
        <Badge color={days < 0 ? 'red' : 'yellow'} variant="light">
          {days < 0 ? t('buses.over') : t('buses.left', { count: days, shown: formatCount(days) })}
        </Badge>
      )}
    </>
  );
}
