import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface AskDialogProps {
  readonly question: string;
  /** Amount and student that the question is about. */
  readonly what: string;
  /** Label of the button that carries out the action. */
  readonly act: string;
  readonly busy: boolean;
  /** True for an irreversible action: the button is red, and Enter presses Cancel. */
  readonly forGood?: boolean;
  readonly children?: ReactNode;
  /** Read-only content above the buttons; it does not change the initial focus. */
  readonly note?: ReactNode;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before money is moved, with the amount and the student. */
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
