import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { addToFeed } from '../../lib/feed.ts';
import { i18n } from '../../lib/i18n.ts';

/** Shows the progress of a bulk action until `end` is called. */
export function showProgress(total: number): { show(done: number): void; end(): void } {
  const id = `progress:${crypto.randomUUID()}`;
  const notice = (done: number) => ({
    id,
    message: (
      <Stack gap={6}>
        <span aria-hidden>{i18n.t('school:bulk.progress', { done, total })}</span>
        <progress
          value={done}
          max={total}
          aria-label={i18n.t('school:bulk.working')}
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

/** Outcome of a bulk action that was not done for all rows. */
interface PartlyDone {
  /** Text for the rows that were done; null where none was. */
  readonly done: string | null;
  /** Refused rows by reason. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
  /** Rows whose outcome is unknown. */
  readonly unknown: readonly string[];
  readonly notSent: readonly string[];
}

/**
 * Reports a bulk action that was not done for all rows: the rows that were done, those refused for each reason, those with an unknown
 * outcome, and those not sent. Stays until dismissed.
 */
export function showPartlyDone({ done, refused, unknown, notSent }: PartlyDone, onUndo?: () => void): void {
  const id = `partly:${crypto.randomUUID()}`;
  const notDone = [...refused.values(), notSent].flat().length;
  const title =
    unknown.length > 0
      ? i18n.t('school:bulk.unknown', { count: unknown.length })
      : i18n.t('school:bulk.refused', { count: notDone });
  const told: (readonly [string, readonly string[]])[] = [
    [i18n.t('school:bulk.unknownHint'), unknown],
    ...refused,
    [i18n.t('school:bulk.notSent', { count: notSent.length }), notSent],
  ];
  addToFeed({ kind: 'failed', title, message: done ?? undefined });
  notifications.show({
    id,
    title,
    message: (
      <Stack gap="xs" align="flex-start">
        {done && <span>{done}</span>}
        <Stack gap="xs" mah="40vh" style={{ overflowY: 'auto' }} component="section" tabIndex={0} aria-label={title}>
          {told
            .filter(([, who]) => who.length > 0)
            .map(([why, who]) => (
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
            {i18n.t('school:bulk.undo')}
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
