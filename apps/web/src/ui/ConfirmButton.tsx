import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmButtonProps extends ButtonProps {
  readonly children: ReactNode;
  readonly question: string;
  readonly consequence?: string;
  /** What the button in the dialog says: the act itself, not "OK". */
  readonly act: string;
  /** Must be typed first, where the act reaches far (a school's name). */
  readonly typed?: string;
  readonly onConfirm: () => void;
}

/** A button whose act is asked about first. */
export function ConfirmButton({
  children,
  question,
  consequence,
  act,
  typed,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        {...{ question, consequence, act, typed, onConfirm }}
      />
    </>
  );
}

interface ConfirmDialogProps
  extends Pick<ConfirmButtonProps, 'question' | 'consequence' | 'act' | 'typed' | 'onConfirm'> {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ConfirmDialog({ opened, onClose, question, consequence, act, typed, onConfirm }: ConfirmDialogProps) {
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
            color="red"
            disabled={typed !== undefined && text.trim() !== typed}
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
