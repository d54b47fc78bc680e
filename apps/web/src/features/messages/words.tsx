import type { MessageState } from '@mfuko/contract/messages';
import { textAt, useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLORS = {
  waiting: 'gray',
  sent: 'blue',
  submitted: 'blue',
  buffered: 'yellow',
  delivered: 'green',
  undelivered: 'red',
  failed: 'red',
  stopped: 'yellow',
} as const satisfies Record<MessageState, string>;

export function StateTag({ state }: { readonly state: MessageState }) {
  const { t } = useTranslation('messages');
  return <Tag color={COLORS[state]}>{t(`states.${state}`)}</Tag>;
}

/** Returns the text of a message kind; a kind of a newer server is shown by its code. */
export function kindInWords(kind: string): string {
  return textAt('messages', `kinds.${kind}`, kind);
}

export function reasonInWords(reason: string | null): string | null {
  return reason === null ? null : textAt('messages', `reasons.${reason}`, reason);
}
