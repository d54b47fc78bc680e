import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconExclamationMark } from '@tabler/icons-react';
import { addToFeed } from '../lib/feed.ts';
import { i18n } from '../lib/i18n.ts';
import { CallError, describe } from '../lib/problems.ts';

const SUCCESS_MS = 4_000;
const UNDO_MS = 10_000;
const shown = new Map<string, number>();

/** Something worked. `keep` also puts it into the bell's list. */
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

/** Something was taken away, and can be brought back for as long as this stands. */
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

/** The person has to do something first: an input is missing, a finger was not scanned. */
export function showNotice(title: string, message: string): void {
  show(title, message, 'yellow');
}

/** A call failed; the texts are those of specification section 8. `null`: code that did not come. */
export function showError(error: unknown): void {
  const { title, message } = describe(error);
  // Whatever runs into an ended session says so; the person needs to hear it once.
  if (error instanceof CallError && error.sessionEnded && shown.has(`red:${title}:${message}`)) return;
  addToFeed({ kind: 'failed', title, message: message || undefined });
  show(title, message, 'red');
}

export function hideNotices(): void {
  notifications.clean();
  shown.clear();
}

/** Warnings are about the page that they came up on; refusals stay, for nothing else may say them. */
export function leaveWarnings(): void {
  for (const id of [...shown.keys()].filter((one) => one.startsWith('yellow:'))) {
    shown.delete(id);
    notifications.hide(id);
  }
}

/** Stays until it is dismissed; the same again is counted instead of stacked. */
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
