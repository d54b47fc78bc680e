import { Button, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { IconCloudOff, IconInbox, IconLock, IconRefresh, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { CallError, describe } from '../lib/problems.ts';
import classes from './Notice.module.css';

interface NoticeProps {
  readonly Icon: Icon;
  readonly title: string;
  readonly message?: string;
  readonly action?: ReactNode;
  readonly role?: 'alert' | 'status';
}

/** Notice in place of content that cannot be shown, with the reason and a way to fix it. */
export function Notice({ Icon, title, message, action, role }: NoticeProps) {
  return (
    <Stack align="center" gap="xs" className={classes.notice} role={role}>
      <span className={classes.sign}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={2} size="h3">
        {title}
      </Title>
      {message && (
        <Text c="dimmed" size="sm" maw={480}>
          {message}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/** Shows that a read failed. A retry is offered except after a 403, which a retry would not change. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('ui');
  const { title, message } = describe(error);
  const refused = error instanceof CallError && error.status === 403;
  const retry = onRetry && !refused && (
    <Button variant="default" mt="xs" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <Notice
      role="alert"
      Icon={refused ? IconLock : IconCloudOff}
      title={refused ? t('refused') : title}
      message={message}
      action={retry}
    />
  );
}

export function EmptyState({ title, message, action }: Omit<NoticeProps, 'Icon' | 'role'>) {
  return <Notice Icon={IconInbox} title={title} message={message} action={action} />;
}

export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Notice
      Icon={IconSearchOff}
      role="status"
      title={t('list.noMatch')}
      message={t('list.noMatchHint')}
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          {t('list.clearFilters')}
        </Button>
      }
    />
  );
}
