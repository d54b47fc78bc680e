import { IconClock, IconShieldQuestion } from '@tabler/icons-react';
import { nameOf } from '../line-name.ts';
import { awaitsRelease, type Line } from '../queue/line.ts';
import { stoppingMessage } from './answer-message.ts';
import type { Message } from './Banner.tsx';
import type { BannerContext } from './banner-context.ts';

/** Returns the message about students who have no answer yet; null where nobody waits. */
export function queueMessage(context: BannerContext, lines: readonly Line[]): Message | null {
  const { t, onRelease } = context;
  const waiting = lines.filter(({ state }) => state === 'waiting');
  const unreleased = waiting.find(awaitsRelease);
  if (unreleased) {
    return {
      tone: 'waiting',
      Icon: IconShieldQuestion,
      title: t('band.release', { who: nameOf(unreleased) }),
      text: t('band.releaseText'),
      urgent: true,
      action: { label: t('actions.release'), of: unreleased.key, run: () => onRelease(unreleased) },
    };
  }
  const stopping = lines.find(({ state }) => state === 'stopping');
  if (stopping) return stoppingMessage(context, stopping);
  if (waiting.length === 0) return null;
  const title = t('band.waiting', { count: waiting.length });
  return { tone: 'waiting', Icon: IconClock, title, text: t('band.waitingText') };
}
