import { Button, CloseButton, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import type { NoticeRow } from '@mfuko/contract/notices';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { clear, fetchNoticeWords, read, useNotices } from '../features/notices/index.ts';
import { clearFeed, type FeedEntry, useFeed } from '../lib/feed.ts';
import { useTranslation } from '../lib/i18n.ts';
import { latePart } from '../lib/late-part.ts';
import type { Destination } from '../lib/routes.ts';
import { ButtonThere } from '../ui/ButtonThere.tsx';
import { latePart as lateLine } from '../ui/late-part.tsx';
import { showError } from '../ui/notify.tsx';
import type { OpeningProps } from '../ui/useOpening.ts';
import { useAgo } from '../ui/When.tsx';
import classes from './Bell.module.css';
import { placeOf } from './places.ts';

const NoticeSign = latePart(async () => (await fetchNoticeWords()).NoticeSign);
const NoticeWords = lateLine(async () => (await fetchNoticeWords()).NoticeWords);

/** List behind the bell, newest first. */
export function BellPanel({ role, button, ...opening }: OpeningProps & { readonly role: Role }) {
  const { t } = useTranslation(['shell', 'notices']);
  const feed = useFeed();
  const { rows, unread } = useNotices();
  const count = feed.length + unread;
  const heading = t('bell.have', { count });
  function clearEverything() {
    clearFeed();
    void clear().catch(showError);
  }
  return (
    <Popover {...opening} position="bottom-end" width={340} shadow="md" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ButtonThere at={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={heading} p={0}>
        <Group justify="space-between" wrap="nowrap" className={classes.head}>
          <Text fw={600} size="sm" role="status">
            {heading}
          </Text>
          <Button variant="subtle" size="compact-sm" disabled={count === 0} onClick={clearEverything}>
            {t('bell.clear')}
          </Button>
        </Group>
        {count > 0 && (
          <ul className={classes.list}>
            {rows.map((notice) => (
              <Told key={notice.sysid} notice={notice} role={role} onOpen={() => opening.onChange(false)} />
            ))}
            {feed.map((entry) => (
              <Happened key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Notification that opens its subject and is marked as read by that; without a screen for the subject, or by its own button, it is only
 * marked as read.
 */
function Told({ notice, role, onOpen }: { notice: NoticeRow; role: Role; onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { subject } = notice;
  const place = subject && placeOf(subject.kind, subject.id, role);
  const markRead = () => void read(notice).catch(showError);
  function open(to: Destination) {
    markRead();
    onOpen();
    void navigate(to);
  }
  // The texts are loaded with the first notification, while the list stays.
  const words = <NoticeWords notice={notice} />;
  return (
    <li className={classes.told}>
      <NoticeSign severity={notice.severity} />
      {place ? (
        <UnstyledButton className={classes.open} onClick={() => open(place)}>
          {words}
        </UnstyledButton>
      ) : (
        words
      )}
      <CloseButton size="md" aria-label={t('bell.read')} onClick={markRead} />
    </li>
  );
}

function Happened({ entry: { kind, title, message, at } }: { entry: FeedEntry }) {
  const since = useAgo();
  return (
    <li className={classes.item}>
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
  );
}
