import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { ClassPicker } from './ClassPicker.tsx';

interface ClassChoice {
  readonly sysid: string;
  readonly className: string;
}

/** Asks to which class the selected students move. */
export function MoveDialog({
  opened,
  count,
  onClose,
  onMove,
}: {
  opened: boolean;
  count: number;
  onClose: () => void;
  onMove: (to: ClassChoice) => void;
}) {
  const { t } = useTranslation('students');
  const { t: tUi } = useTranslation('ui');
  const [to, setTo] = useState<ClassChoice | null>(null);
  return (
    <TitledModal opened={opened} onClose={onClose} title={t('bulk.moveAsk', { count })}>
      <Stack gap="md">
        <ClassPicker
          label={t('bulk.moveTo')}
          picked={to}
          onPick={setTo}
          comboboxProps={{ withinPortal: true }}
          data-autofocus
          required
        />
        <Text size="sm" c="dimmed">
          {t('bulk.moveHint')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button
            disabled={!to}
            onClick={() => {
              if (!to) return;
              onClose();
              onMove(to);
            }}
          >
            {t('bulk.move')}
          </Button>
        </Group>
      </Stack>
    </TitledModal>
  );
}
