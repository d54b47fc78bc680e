import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

/** Replaces the form that closes a trip, where the server is unreachable or the form's chunk is missing. */
export function NeedsNetwork() {
  const { t } = useTranslation('trip');
  return <p className={classes.dim}>{t('closing.needsNetwork')}</p>;
}
