import { Button } from '@mantine/core';
import { type ClassRow, deleteClass, getClass, getClasses, restoreClass } from '@mfuko/contract/schools';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';

interface ClassBulkProps {
  readonly rows: readonly ClassRow[];
  /** True if the list shows deleted classes. */
  readonly deleted: boolean;
  readonly done: (left: readonly ClassRow[]) => void;
}

/** Deletes or restores many classes. */
export function ClassBulk({ rows, deleted, done }: ClassBulkProps) {
  const { t } = useTranslation('schools');
  const removing = useBulk(deleteClass, { refresh: [getClasses, getClass] });
  const restoring = useBulk(restoreClass, { refresh: [getClasses, getClass] });
  const name = (row: ClassRow) => row.className;
  const toInput = ({ sysid }: ClassRow) => ({ sysid });
  const restore = (which: readonly ClassRow[]) =>
    restoring.run(which, toInput, { name, done: (count) => t('class.bulkRestored', { count }) });
  const remove = () =>
    removing.run(rows, toInput, {
      name,
      done: (count) => t('class.bulkDeleted', { count }),
      undo: (which) => void restore(which),
    });
  if (deleted)
    return (
      <Button
        size="sm"
        variant="light"
        loading={restoring.busy}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={() => void restore(rows).then(done)}
      >
        {t('acts.restore')}
      </Button>
    );
  return (
    <Button
      size="sm"
      color="red"
      variant="light"
      loading={removing.busy}
      leftSection={<IconTrash size={18} aria-hidden />}
      onClick={() => void remove().then(done)}
    >
      {t('acts.delete')}
    </Button>
  );
}
