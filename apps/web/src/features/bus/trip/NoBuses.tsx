import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

interface NoBusesProps {
  /** True where the server has confirmed that there is no bus; false where this device only has no list. */
  readonly answered: boolean;
  readonly isStaff: boolean;
}

/** Shown instead of the bus picker where the school has no bus. */
export function NoBuses({ answered, isStaff }: NoBusesProps) {
  const { t } = useTranslation('trip');
  return (
    <p className={classes.dim}>
      {!answered ? (
        t('noBuses')
      ) : (
        <>
          {t('noneYet')} {isStaff ? <a href="/app/school.bus.view">{t('addBus')}</a> : t('askOffice')}
        </>
      )}
    </p>
  );
}
