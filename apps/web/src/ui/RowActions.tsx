import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface RowActionsProps {
  /** What the row is called, so that each button has a name of its own. */
  readonly name: string;
  readonly onView?: () => void;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
  /** Of a row that was deleted: puts it back. */
  readonly onRestore?: () => void;
}

export function RowActions({ name, onView, onEdit, onDelete, onRestore }: RowActionsProps) {
  const { t } = useTranslation('ui');
  const buttons = [
    { act: onView, label: t('row.view', { name }), Icon: IconEye, color: undefined },
    { act: onEdit, label: t('row.edit', { name }), Icon: IconPencil, color: undefined },
    { act: onRestore, label: t('row.restore', { name }), Icon: IconArrowBackUp, color: undefined },
    { act: onDelete, label: t('row.delete', { name }), Icon: IconTrash, color: 'red' },
  ];
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {buttons.map(({ act, label, Icon, color }) =>
        act ? (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="subtle"
              color={color ?? 'gray'}
              c={color ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
              size={36}
              aria-label={label}
              onClick={act}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null,
      )}
    </Group>
  );
}
