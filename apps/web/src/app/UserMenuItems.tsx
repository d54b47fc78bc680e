import { Menu, Text } from '@mantine/core';
import { IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../lib/i18n.ts';
import { useSignedIn } from '../lib/session.ts';
import { ButtonThere } from '../ui/ButtonThere.tsx';
import { LinkMenuItem } from '../ui/menu-links.tsx';
import type { OpeningProps } from '../ui/useOpening.ts';
import { leave } from './session-flow.ts';
import classes from './UserMenu.module.css';

/** Entries of the signed-in user's menu. */
export function UserMenuItems({ names, button, ...opening }: OpeningProps & { readonly names: string }) {
  const { t, i18n } = useTranslation('shell');
  const navigate = useNavigate();
  const { userName, role } = useSignedIn();
  const other = i18n.language === 'sw' ? 'en' : 'sw';
  return (
    <Menu {...opening} position="bottom-end" width={240}>
      <Menu.Target>
        <ButtonThere at={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} size="sm">
            {names}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`roles.${role}`)} · {userName}
          </Text>
        </div>
        <Menu.Divider />
        <LinkMenuItem to="/app/my.profile" leftSection={<IconUserCircle size={18} aria-hidden />}>
          {t('screens.myProfile')}
        </LinkMenuItem>
        <Menu.Item
          leftSection={<IconLanguage size={18} aria-hidden />}
          lang={other}
          onClick={() => void i18n.changeLanguage(other)}
        >
          {t('toLanguage')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={() => void leave(() => void navigate({ to: '/auth' }))}
        >
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
