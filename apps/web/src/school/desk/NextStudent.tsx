import { useTranslation } from '../../lib/i18n.ts';
import classes from './counter.module.css';

/** The way to the next student, beside the words for which the keys are still in the PIN's field of the one before. */
export function NextStudent({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('school');
  return (
    <button type="button" className={classes.next} onClick={onPress}>
      {t('next.student')} <kbd aria-hidden>Esc</kbd>
    </button>
  );
}
