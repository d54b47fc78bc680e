import type { TripDirection } from '@mfuko/contract/bus-routes';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

interface OpensByItselfProps {
  readonly direction: TripDirection;
  /** When this device saw who is expected; null where it never did. */
  readonly listFrom: string | null;
}

/** Stands in place of the opening of a trip, where neither the server nor its code can be had: what opens it, and which list is shown. */
export function OpensByItself({ direction, listFrom }: OpensByItselfProps) {
  const { t } = useTranslation('trip');
  return (
    <p className={classes.note}>
      {t('opensByItself', { way: t(`directions.${direction}`) })}{' '}
      {listFrom ? t('listFrom', { at: formatDate(listFrom) }) : t('noList')}
    </p>
  );
}
