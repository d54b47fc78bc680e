import type { TripDirection } from '@mfuko/contract/bus-routes';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

interface OpensByItselfProps {
  readonly direction: TripDirection;
  /** Time at which this device received the list of riders; null where it has none. */
  readonly listFrom: string | null;
}

/**
 * Replaces the form that opens a trip, where the server is unreachable or the form's chunk is missing: says how the trip opens, and which
 * list is shown.
 */
export function OpensByItself({ direction, listFrom }: OpensByItselfProps) {
  const { t } = useTranslation('trip');
  return (
    <p className={classes.note}>
      {t('opensByItself', { way: t(`directions.${direction}`) })}{' '}
      {listFrom ? t('listFrom', { at: formatDate(listFrom) }) : t('noList')}
    </p>
  );
}
