import { ActionIcon } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { IconBell } from '@tabler/icons-react';
import { useListening, useNotices } from '../features/notices/index.ts';
import { useFeed } from '../lib/feed.ts';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useTranslation } from '../lib/i18n.ts';
import { lateDialog } from '../ui/late-dialog.tsx';
import { useOpening } from '../ui/useOpening.ts';
import classes from './Bell.module.css';

const BellPanel = lateDialog(
  async () => (await import('./BellPanel.tsx')).BellPanel,
  ({ opened }) => opened,
);

interface BellProps {
  readonly role: Role;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
}

/** Bell: notifications of the server, and events of this tab such as failed calls and finished exports. */
export function Bell({ role, opened, onOpened }: BellProps) {
  const { t } = useTranslation('shell');
  useListening(useFirstAnswers());
  const count = useFeed().length + useNotices().unread;
  const { buttonProps, part } = useOpening('dialog', [opened, onOpened]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={40}
        aria-label={t('bell.label', { count })}
        className={classes.bell}
        {...buttonProps}
      >
        <IconBell size={20} aria-hidden />
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </ActionIcon>
      <BellPanel {...part} role={role} />
    </>
  );
}
