import { useTranslation } from '../../../lib/i18n.ts';
import { useOfSchool } from '../../../lib/school.ts';
import classes from '../../../school/desk/desk.module.css';
import { elsewhere, readElsewhere } from './elsewhere.ts';
import { ScanWords } from './LastScan.tsx';

/** Children on buses that were left before the answer came, listed under their buses for a user to check. */
export function Elsewhere({ user }: { user: string }) {
  const { t } = useTranslation('trip');
  const told = useOfSchool(elsewhere.use()).filter((one) => one.user === user);
  if (told.length === 0) return null;
  return (
    <div className={classes.note} data-look="bad">
      {told.map(({ key, plate, scan }) => (
        <div key={key}>
          <ScanWords scan={scan} plate={plate} />
        </div>
      ))}
      <button type="button" className={classes.press} onClick={() => readElsewhere(told.map(({ key }) => key))}>
        {t('news.read')}
      </button>
    </div>
  );
}
