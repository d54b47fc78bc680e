import { useTranslation } from '../../lib/i18n.ts';
import classes from './CollectedToggle.module.css';

interface CollectedToggleProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Toggle for home time: while it is on, each check-out asks who collects the child, even where the school's rule does not. */
export function CollectedToggle({ on, onChange }: CollectedToggleProps) {
  const { t } = useTranslation('gate');
  return (
    <label className={classes.toggle}>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      {t('collected')}
    </label>
  );
}
