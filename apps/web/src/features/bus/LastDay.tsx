import { Badge } from '@mantine/core';
import { formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** Last day of a bus's paper, by the school's calendar; a sign says that it is over. */
export function LastDay({ day }: { day: string | null }) {
  const { t } = useTranslation('bus');
  if (day === null) return '---';
  return (
    <>
      {formatDay(day)}{' '}
      {day < today() && (
        <Badge color="red" variant="light">
          {t('buses.over')}
        </Badge>
      )}
    </>
  );
}

/** Sweden writes dates as ISO does. */
function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(new Date());
}
