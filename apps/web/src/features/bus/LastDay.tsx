import '@mantine/core/styles/Badge.css';
import { Badge } from '@mantine/core';
import { dayOf, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** Last day of a bus's paper, by the school's calendar; a sign says that it is over. */
export function LastDay({ day }: { day: string | null }) {
  const { t } = useTranslation('bus');
  if (day === null) return '---';
  return (
    <>
      {formatDay(day)}{' '}
      {day < dayOf(Date.now()) && (
        <Badge color="red" variant="light">
          {t('buses.over')}
        </Badge>
      )}
    </>
  );
}
