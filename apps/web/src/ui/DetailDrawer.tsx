import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface DetailDrawerProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Detail drawer of one row, beside the list. */
export function DetailDrawer({ title, opened, onClose, children }: DetailDrawerProps) {
  const { t } = useTranslation('ui');
  // Keeps the last content during the closing animation: content that is fetched by an id that is gone would become a skeleton again.
  const shown = useRef({ title, children });
  if (opened) shown.current = { title, children };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={shown.current.title}
      styles={{ title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 700 } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {/* Keeps the list beside the drawer visible while the content loads. */}
      <Suspense>{shown.current.children}</Suspense>
    </Drawer>
  );
}
