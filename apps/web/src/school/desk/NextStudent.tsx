import { useTranslation } from '../../lib/i18n.ts';
import classes from './counter.module.css';

/** Button for the next student, beside the text for which the focus stays in the previous student's PIN field. */
export function NextStudent({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('school');
  return (
    <button type="button" className={classes.next} onClick={onPress}>
      {t('next.student')} <kbd aria-hidden>Esc</kbd>
    </button>
  );
}
