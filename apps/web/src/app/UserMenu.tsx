import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../lib/i18n.ts';
import { useSignedIn } from '../lib/session.ts';
import { LinkMenuItem } from '../ui/links.tsx';
import { leave, useMe } from './session-flow.ts';
import classes from './UserMenu.module.css';

export function UserMenu() {
  const { t, i18n } = useTranslation('shell');
  const navigate = useNavigate();
  const { userName, role } = useSignedIn();
  const names = useMe()?.names ?? userName;
  const other = i18n.language === 'sw' ? 'en' : 'sw';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('user', { names })}>
          <span className={classes.initials} data-initials={initials(names)} />
        </UnstyledButton>
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

function initials(names: string): string {
  const words = names.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
