import { Button, Group } from '@mantine/core';
import type { StudentRow } from '@mfuko/contract/students';
import { IconDoorExit, IconTransfer, IconTrash, IconUserCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MakePins } from './MakePins.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import type { useManyStudents } from './useChanges.ts';

interface StudentsBulkProps {
  readonly rows: readonly StudentRow[];
  readonly many: ReturnType<typeof useManyStudents>;
  readonly done: (left: readonly StudentRow[]) => void;
  readonly more: ReactNode;
}

/** Actions on the selected students: move to another class, mark as left or returned, delete. */
export function StudentsBulk({ rows, many, done, more }: StudentsBulkProps) {
  const { t } = useTranslation('students');
  const [asked, setAsked] = useState<'move' | 'leave' | 'delete' | null>(null);
  const count = rows.length;
  const close = () => setAsked(null);
  const active = rows.filter(({ status }) => status === 'active').length;
  return (
    <Group gap="xs">
      {more}
      {active > 0 && (
        <MakePins
          size="sm"
          of={{ sysids: rows.filter(({ status }) => status === 'active').map(({ sysid }) => sysid) }}
          label={t('pins.some', { count: active })}
        />
      )}
      <Button
        size="sm"
        variant="default"
        disabled={many.busy}
        leftSection={<IconTransfer size={18} aria-hidden />}
        onClick={() => setAsked('move')}
      >
        {t('bulk.move')}
      </Button>
      {active > 0 && (
        <Button
          size="sm"
          variant="default"
          disabled={many.busy}
          leftSection={<IconDoorExit size={18} aria-hidden />}
          onClick={() => setAsked('leave')}
        >
          {t('bulk.leave')}
        </Button>
      )}
      {active < count && (
        <Button
          size="sm"
          variant="default"
          disabled={many.busy}
          leftSection={<IconUserCheck size={18} aria-hidden />}
          onClick={() => void many.setStatus(rows, 'active').then(done)}
        >
          {t('leave.return')}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        disabled={many.busy}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsked('delete')}
      >
        {t('bulk.delete')}
      </Button>
      <MoveDialog
        key={asked}
        opened={asked === 'move'}
        count={count}
        onClose={close}
        onMove={(to) => void many.move(rows, to.sysid, to.className).then(done)}
      />
      <ConfirmDialog
        opened={asked === 'leave'}
        onClose={close}
        question={t('bulk.leaveAsk', { count: active })}
        consequence={t('edit.leftHint')}
        act={t('bulk.leave')}
        onConfirm={() => void many.setStatus(rows, 'left').then(done)}
      />
      <ConfirmDialog
        opened={asked === 'delete'}
        onClose={close}
        question={t('bulk.deleteAsk', { count })}
        consequence={t('bulk.deleteHint')}
        act={t('bulk.delete')}
        onConfirm={() => void many.remove(rows).then(done)}
      />
    </Group>
  );
}
