import { ActionIcon, Button, Group, Popover, Stack, Text } from '@mantine/core';
import { IconBell, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { clearFeed, useFeed } from '../lib/feed.ts';
import { useAgo } from '../ui/When.tsx';
import classes from './Bell.module.css';

/** What happened in this tab: calls that failed, exports that are done. */
export function Bell() {
  const { t } = useTranslation('shell');
  const feed = useFeed();
  const since = useAgo();
  const count = feed.length;
  const heading = t('bell.have', { count });
  return (
    <Popover position="bottom-end" width={340} shadow="md" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={40}
          aria-label={t('bell.label', { count })}
          className={classes.bell}
        >
          <IconBell size={20} aria-hidden />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={heading} p={0}>
        <Group justify="space-between" wrap="nowrap" className={classes.head}>
          <Text fw={600} size="sm">
            {heading}
          </Text>
          <Button variant="subtle" size="compact-sm" disabled={count === 0} onClick={clearFeed}>
            {t('bell.clear')}
          </Button>
        </Group>
        {count > 0 && (
          <ul className={classes.list}>
            {feed.map(({ id, kind, title, message, at }) => (
              <li key={id} className={classes.item}>
                {kind === 'failed' ? (
                  <IconCircleX size={20} aria-hidden color="var(--mantine-color-error)" />
                ) : (
                  <IconCircleCheck size={20} aria-hidden color="var(--mantine-color-success)" />
                )}
                <Stack gap={0}>
                  <Text size="sm" fw={600}>
                    {title}
                  </Text>
                  {message && <Text size="sm">{message}</Text>}
                  <Text size="xs" c="dimmed">
                    {since(at)}
                  </Text>
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
