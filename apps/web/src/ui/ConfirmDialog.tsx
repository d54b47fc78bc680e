import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly question: string;
  readonly consequence?: string;
  /** Act: what the button says: the act itself, not "OK". */
  readonly act: string;
  /** Must be typed first, where the act reaches far (a school's name). */
  readonly typed?: string;
  /** Harmless: where nothing is taken away, the act is no red one. */
  readonly harmless?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before an act that reaches far. */
export function ConfirmDialog({ opened, onClose, question, consequence, act, typed, ...props }: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  function close() {
    setText('');
    onClose();
  }
  return (
    <Modal opened={opened} onClose={close} title={question} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        {consequence && <Text size="sm">{consequence}</Text>}
        {typed && (
          <TextInput
            label={t('confirm.type', { text: typed })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus={typed ? undefined : true}>
            {t('cancel')}
          </Button>
          <Button
            {...(props.harmless ? {} : { color: 'red' })}
            disabled={typed !== undefined && text.trim() !== typed}
            onClick={() => {
              close();
              props.onConfirm();
            }}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
