import { Drawer } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface DetailDrawerProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What there is to know about one row, beside its list. */
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
      {shown.current.children}
    </Drawer>
  );
}

/** Something that is open by its id in the address (`?view=…`), so that it can be sent and come back to. */
export function useAddressed(name: string): [id: string | undefined, open: (id: string | undefined) => void] {
  const { [name]: id } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const open = useCallback(
    (next: string | undefined) =>
      void navigate({ to: '.', resetScroll: false, search: ((now: object) => ({ ...now, [name]: next })) as never }),
    [navigate, name],
  );
  return [id, open];
}
