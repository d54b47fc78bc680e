import { useTranslation } from '../lib/i18n.ts';
import classes from './RowActions.module.css';

interface RowActionsProps {
  /** Name of the row, so that each button has a unique accessible name. */
  readonly name: string;
  readonly onView?: () => void;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
  /** Restores a deleted row. */
  readonly onRestore?: () => void;
}

const ACTS = ['view', 'edit', 'restore', 'remove'] as const;

/** Buttons of a row, each named by its action and its row. */
export function RowActions({ name, onView, onEdit, onDelete, onRestore }: RowActionsProps) {
  const { t } = useTranslation('ui');
  const buttons = { view: onView, edit: onEdit, restore: onRestore, remove: onDelete };
  return (
    <div className={classes.buttons}>
      {ACTS.map((act) => {
        const onClick = buttons[act];
        if (!onClick) return null;
        const label = t(`row.${act === 'remove' ? 'delete' : act}`, { name });
        return (
          <button
            key={act}
            type="button"
            className={classes.button}
            data-act={act}
            aria-label={label}
            title={label}
            onClick={onClick}
          />
        );
      })}
    </div>
  );
}
