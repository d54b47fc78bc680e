import { Drawer } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import type { AnySearch, ScreenAddress, SearchAt } from '../lib/routes.ts';

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
      {shown.current.children}
    </Drawer>
  );
}

/** Something that is open by its id in the address (`?view=…`), so that it can be sent and come back to. */
export function useAddressed<Address extends ScreenAddress, Name extends keyof AnySearch & keyof SearchAt<Address>>(
  at: Address,
  name: Name,
): [id: AnySearch[Name], open: (id: AnySearch[Name]) => void] {
  const from: ScreenAddress = at;
  const { [name]: id }: AnySearch = useSearch({ from });
  const navigate = useNavigate();
  const open = useCallback(
    (next: AnySearch[Name]) =>
      void navigate({ to: '.', resetScroll: false, search: (now) => ({ ...now, [name]: next }) }),
    [navigate, name],
  );
  return [id, open];
}
