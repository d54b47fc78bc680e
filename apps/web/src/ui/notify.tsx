import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconExclamationMark } from '@tabler/icons-react';
import { addToFeed } from '../lib/feed.ts';
import { i18n } from '../lib/i18n.ts';
import { CallError, describe } from '../lib/problems.ts';

const SUCCESS_MS = 4_000;
const UNDO_MS = 10_000;
const shown = new Map<string, number>();

/** Reports success. `keep` also adds it to the bell's list. */
export function showDone(message: string, { title, keep = false }: { title?: string; keep?: boolean } = {}): void {
  if (keep) addToFeed({ kind: 'done', title: title ?? message, message: title ? message : undefined });
  notifications.show({
    message,
    title,
    color: 'green',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: SUCCESS_MS,
    role: 'status',
    closeButtonProps: closeName(),
  });
}

/** Reports a removal, with a button that undoes it while the toast is shown. */
export function showUndo(message: string, onUndo: () => void): void {
  const id = `undo:${crypto.randomUUID()}`;
  notifications.show({
    id,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {i18n.t('ui:undo')}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: UNDO_MS,
    role: 'status',
    closeButtonProps: closeName(),
  });
}

/** Tells the user that a step is missing: an empty input, a finger that was not scanned. */
export function showNotice(title: string, message: string): void {
  show(title, message, 'yellow');
}

/** Reports a failed call, with the texts of specification section 8; `null` means code that failed to load. */
export function showError(error: unknown): void {
  const { title, message } = describe(error);
  // All calls fail once the session has ended; one report is enough.
  if (error instanceof CallError && error.sessionEnded && shown.has(`red:${title}:${message}`)) return;
  addToFeed({ kind: 'failed', title, message: message || undefined });
  show(title, message, 'red');
}

/** Takes the report of a failed call back, once it does not hold any more. */
export function hideError(error: unknown): void {
  const { title, message } = describe(error);
  notifications.hide(`red:${title}:${message}`);
}

export function hideNotices(): void {
  notifications.clean();
  shown.clear();
}

/** Hides warnings, which concern the page that is being left. Errors stay, because nothing else may report them. */
export function leaveWarnings(): void {
  for (const id of [...shown.keys()].filter((one) => one.startsWith('yellow:'))) {
    shown.delete(id);
    notifications.hide(id);
  }
}

/** Shows a toast that stays until it is dismissed; repeats are counted instead of stacked. */
function show(title: string, message: string, color: 'red' | 'yellow'): void {
  const id = `${color}:${title}:${message}`;
  const count = (shown.get(id) ?? 0) + 1;
  const what = {
    id,
    title: count > 1 ? `${title} (${count})` : title,
    message,
    color,
    icon: color === 'red' ? <IconExclamationMark size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />,
    autoClose: false as const,
    role: 'alert',
    closeButtonProps: closeName(),
    onClose: () => shown.delete(id),
  };
  if (shown.has(id)) notifications.update(what);
  else notifications.show(what);
  shown.set(id, count);
}

function closeName() {
  return { 'aria-label': i18n.t('ui:close') };
}
