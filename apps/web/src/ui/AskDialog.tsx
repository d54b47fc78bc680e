import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface AskDialogProps {
  readonly question: string;
  /** Amount and student: what is agreed to. */
  readonly what: string;
  /** The act itself. */
  readonly act: string;
  readonly busy: boolean;
  /** True where nothing brings it back: the button is red, and Enter presses Cancel. */
  readonly forGood?: boolean;
  readonly children?: ReactNode;
  /** Above the buttons, for reading alone: the keyboard begins where it does without it. */
  readonly note?: ReactNode;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before money is spoken for: it says how much and for whom. */
export function AskDialog({ question, what, act, busy, forGood, children, note, onYes, onClose }: AskDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Modal opened onClose={onClose} title={question} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onYes();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{what}</Text>
          {children}
          {note}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus={forGood}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              color={forGood ? 'red' : undefined}
              loading={busy}
              data-autofocus={children || forGood ? undefined : true}
            >
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
