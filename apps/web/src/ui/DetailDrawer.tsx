import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface DetailDrawerProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Detail drawer: what there is to know about one row, beside its list. */
export function DetailDrawer({ title, opened, onClose, children }: DetailDrawerProps) {
  const { t } = useTranslation('ui');
  // While it slides away it shows what it showed: what was asked for by an id that is gone would be a skeleton again.
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
      {/* The list beside it stays while this waits. */}
      <Suspense>{shown.current.children}</Suspense>
    </Drawer>
  );
}
