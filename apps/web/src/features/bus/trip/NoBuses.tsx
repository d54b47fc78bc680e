import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

interface NoBusesProps {
  /** True where the server has told so; else this device has only not seen them. */
  readonly answered: boolean;
  readonly isStaff: boolean;
}

/** Stands where the bus is picked and there is none. */
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
