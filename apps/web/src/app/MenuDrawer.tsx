import { Drawer } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { useTranslation } from '../lib/i18n.ts';
import { SchoolPicker } from './SchoolPicker.tsx';
import { SideMenu } from './SideMenu.tsx';

interface MenuDrawerProps {
  readonly role: Role;
  readonly pathname: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Menu drawer: the menu on a screen that is too narrow for a side menu. */
export function MenuDrawer({ role, pathname, opened, onClose }: MenuDrawerProps) {
  const { t } = useTranslation('shell');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('menu')}
      size={300}
      closeButtonProps={{ 'aria-label': t('closeMenu') }}
    >
      {role === 'Admin' && <SchoolPicker />}
      <nav aria-label={t('menu')}>
        <SideMenu role={role} pathname={pathname} />
      </nav>
    </Drawer>
  );
}
