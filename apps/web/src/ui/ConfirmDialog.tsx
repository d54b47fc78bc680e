import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly question: string;
  readonly consequence?: string;
  /** Label of the button, which names the action instead of saying "OK". */
  readonly act: string;
  /** Text that must be typed first, where the action has far-reaching consequences (a school's name). */
  readonly typed?: string;
  /** True where nothing is removed, so that the button is not red. */
  readonly harmless?: boolean;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before an action with far-reaching consequences. */
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
