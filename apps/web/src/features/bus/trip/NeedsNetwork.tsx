import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

/** Stands in place of the closing of a trip, where neither the server nor its code can be had. */
export function NeedsNetwork() {
  const { t } = useTranslation('trip');
  return <p className={classes.dim}>{t('closing.needsNetwork')}</p>;
}
