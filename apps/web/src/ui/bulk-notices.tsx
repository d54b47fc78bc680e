import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { addToFeed } from '../lib/feed.ts';
import { i18n } from '../lib/i18n.ts';

/** Progress of a work over many rows; it stands until `end`. */
export function showProgress(total: number): { show(done: number): void; end(): void } {
  const id = `progress:${crypto.randomUUID()}`;
  const notice = (done: number) => ({
    id,
    message: (
      <Stack gap={6}>
        <span aria-hidden>{i18n.t('ui:bulk.progress', { done, total })}</span>
        <progress
          value={done}
          max={total}
          aria-label={i18n.t('ui:bulk.working')}
          style={{ width: '100%', accentColor: 'var(--mantine-primary-color-filled)' }}
        />
      </Stack>
    ),
    loading: true,
    autoClose: false as const,
    withCloseButton: false,
  });
  notifications.show(notice(0));
  return {
    show: (done) => notifications.update(notice(done)),
    end: () => notifications.hide(id),
  };
}

/** Of many rows some were refused: what was done, and under each reason who it kept back. Stays until dismissed. */
export function showPartlyDone(
  done: string | null,
  refused: ReadonlyMap<string, readonly string[]>,
  onUndo?: () => void,
): void {
  const id = `partly:${crypto.randomUUID()}`;
  const title = i18n.t('ui:bulk.refused', { count: [...refused.values()].flat().length });
  addToFeed({ kind: 'failed', title, message: done ?? undefined });
  notifications.show({
    id,
    title,
    message: (
      <Stack gap="xs" align="flex-start">
        {done && <span>{done}</span>}
        <Stack gap="xs" mah="40vh" style={{ overflowY: 'auto' }} component="section" tabIndex={0} aria-label={title}>
          {[...refused].map(([why, who]) => (
            <div key={why}>
              <Text size="sm">{why}</Text>
              <Text size="sm" fw={600}>
                {who.join(', ')}
              </Text>
            </div>
          ))}
        </Stack>
        {onUndo && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              onUndo();
            }}
          >
            {i18n.t('ui:bulk.undo')}
          </Button>
        )}
      </Stack>
    ),
    color: 'yellow',
    icon: <IconAlertTriangle size={18} aria-hidden />,
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': i18n.t('ui:close') },
  });
}
