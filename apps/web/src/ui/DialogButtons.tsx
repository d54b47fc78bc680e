import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface DialogButtonsProps extends Pick<ButtonProps, 'color' | 'disabled' | 'loading'> {
  readonly onCancel: () => void;
  /** Text of the button that submits. */
  readonly children: ReactNode;
}

/** Buttons of a dialog with a form: Cancel, and the one that submits. */
export function DialogButtons({ onCancel, children, ...submit }: DialogButtonsProps) {
  const { t } = useTranslation('ui');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" {...submit}>
        {children}
      </Button>
    </Group>
  );
}
