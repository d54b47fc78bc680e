import { IconArrowBackUp, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './RowActions.module.css';

interface RowActionsProps {
  /** What the row is called, so that each button has a name of its own. */
  readonly name: string;
  readonly onView?: () => void;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
  /** Of a row that was deleted: puts it back. */
  readonly onRestore?: () => void;
}

const EYE = <IconEye size={20} stroke={1.6} aria-hidden />;
const PENCIL = <IconPencil size={20} stroke={1.6} aria-hidden />;
const BACK = <IconArrowBackUp size={20} stroke={1.6} aria-hidden />;
const BIN = <IconTrash size={20} stroke={1.6} aria-hidden />;

/** The buttons of a row, each named by what it does to which row. */
export function RowActions({ name, onView, onEdit, onDelete, onRestore }: RowActionsProps) {
  const { t } = useTranslation('ui');
  const buttons = [
    { act: onView, label: t('row.view', { name }), icon: EYE },
    { act: onEdit, label: t('row.edit', { name }), icon: PENCIL },
    { act: onRestore, label: t('row.restore', { name }), icon: BACK },
    { act: onDelete, label: t('row.delete', { name }), icon: BIN, red: true },
  ];
  return (
    <div className={classes.buttons}>
      {buttons.map(({ act, label, icon, red }) =>
        act ? (
          <button
            key={label}
            type="button"
            className={classes.button}
            data-red={red}
            aria-label={label}
            title={label}
            onClick={act}
          >
            {icon}
          </button>
        ) : null,
      )}
    </div>
  );
}
