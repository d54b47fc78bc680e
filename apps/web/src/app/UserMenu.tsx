import { UnstyledButton } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';
import { useSignedIn } from '../lib/session.ts';
import { lateDialog } from '../ui/late-dialog.tsx';
import { useOpening } from '../ui/useOpening.ts';
import { useMe } from './session-flow.ts';
import classes from './UserMenu.module.css';

const UserMenuItems = lateDialog(
  async () => (await import('./UserMenuItems.tsx')).UserMenuItems,
  ({ opened }) => opened,
);

export function UserMenu() {
  const { t } = useTranslation('shell');
  const { userName } = useSignedIn();
  const names = useMe()?.names ?? userName;
  const { buttonProps, part } = useOpening('menu');
  return (
    <>
      <UnstyledButton className={classes.target} aria-label={t('user', { names })} {...buttonProps}>
        <span className={classes.initials} data-initials={initials(names)} />
      </UnstyledButton>
      <UserMenuItems {...part} names={names} />
    </>
  );
}

function initials(names: string): string {
  const words = names.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
