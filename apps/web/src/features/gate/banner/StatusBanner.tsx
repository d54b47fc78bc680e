import { IconDialpad, IconShieldQuestion, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { useOfSchool } from '../../../lib/school.ts';
import { isKnown, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import type { Entry } from '../lane/entry.ts';
import type { Lane } from '../lane/lane.ts';
import { orphanedPassages } from '../orphaned/orphan-list.ts';
import { useOrphanWords } from '../orphaned/orphan-words.ts';
import type { Line } from '../queue/line.ts';
import { useRefusalText } from '../refusals.ts';
import type { By, Screen } from '../screens.ts';
import { useFingerOnly } from '../touch.ts';
import { focusEntry } from '../useGate.ts';
import { answerMessage } from './answer-message.ts';
import { Banner, type Message, useIdle } from './Banner.tsx';
import type { BannerContext } from './banner-context.ts';
import { enteredStudent, entryMessage } from './entry-message.ts';
import { queueMessage } from './queue-message.ts';

interface StatusBannerProps {
  readonly lane: Lane;
  readonly screen: Screen;
  /** Null on the PIN screens. */
  readonly scanner: ScannerInUse | null;
  readonly online: boolean;
  /** True if the device can store events that cannot be checked now. */
  readonly keeps: boolean;
  readonly onOverride: (line: Line) => void;
  readonly onRelease: (line: Line) => void;
  readonly onCollect: (line: Line) => void;
  readonly onShow: (next: Partial<Screen>) => void;
}

/** Full-width banner: the last outcome, or the next step. It is always shown, always at the same height. */
export function StatusBanner(props: StatusBannerProps) {
  return <Banner message={useMessage(props)} />;
}

/** Returns the first message of the most urgent kind: the last answer, the entry, the queue, earlier pages, the network, the next step. */
function useMessage(props: StatusBannerProps): Message {
  const { lane, screen, scanner, online, keeps } = props;
  const { t } = useTranslation(['gate', 'school']);
  const context = useContext(props);
  const entry = lane.entry.use();
  const lines = lane.queue.lines.use();
  const fingerOnly = useFingerOnly();
  const idle = useIdle(scanner);
  const earlier = useEarlierMessage();
  const answered = lastAnswer(entry, lines);

  const message =
    (answered && answerMessage(context, answered)) ?? entryMessage(context, entry) ?? queueMessage(context, lines);
  if (message) return message;
  // Earlier problems hide neither a message of the scanner nor the student who is being checked now.
  if (earlier && entry.number === '' && !entry.finger && !idle.action) return earlier;
  if (!online) {
    const text = t(keeps ? 'band.offlineKeeps' : 'band.offlineText');
    return { tone: 'waiting', Icon: IconWifiOff, title: t('band.offline'), text, urgent: true };
  }
  if (screen.by === 'pin') return pinMessage(context, entry);
  return fingerOnly && idle.tone === 'ready' ? { ...idle, text: t(`band.touch.${screen.kind}`) } : idle;
}

function useContext({ lane, onShow, onOverride, onRelease, onCollect }: StatusBannerProps): BannerContext {
  const { t } = useTranslation(['gate', 'school']);
  const refusalText = useRefusalText();
  function leave(): void {
    lane.clear();
    focusEntry();
  }
  function switchTo({ admissionNumber }: Line, by: By): void {
    lane.clear();
    onShow({ by });
    setTimeout(() => lane.card(admissionNumber));
  }
  const next = { label: t('school:next.student'), run: leave };
  return { t, lane, refusalText, next, switchTo, onOverride, onRelease, onCollect };
}

/** Returns the line that the notice is about. Its result is outdated once a later student waits for an answer. */
function lastAnswer({ notice }: Entry, lines: readonly Line[]): Line | undefined {
  const line = notice?.kind === 'settled' ? lines.find(({ key }) => key === notice.key) : undefined;
  const isOutdated = lines.some(({ state, at }) => state === 'waiting' && at > (line?.settledAt ?? 0));
  return isOutdated ? undefined : line;
}

/** Returns the message about a press of an earlier page. One whose outcome is known needs no action, so only the list shows it. */
function useEarlierMessage(): Message | undefined {
  const { t } = useTranslation('gate');
  const orphanWords = useOrphanWords();
  const earlier: OrphanedRequest | undefined = useOfSchool(orphanedPassages.use()).find((one) => !isKnown(one));
  if (!earlier) return undefined;
  const { who, what } = orphanWords(earlier);
  return {
    tone: 'waiting',
    Icon: IconShieldQuestion,
    title: `${who} · ${what}`,
    text: t('left.band'),
    urgent: true,
    action: { label: t('actions.look'), run: () => document.getElementById('left')?.focus() },
  };
}

function pinMessage({ t, next }: BannerContext, entry: Entry): Message {
  // After a wrong PIN the next PIN is taken for the same student until the guard starts another one.
  if (entry.again)
    return { tone: 'info', Icon: IconDialpad, title: t('refused.pinWrong'), text: enteredStudent(entry), action: next };
  return { tone: 'info', Icon: IconDialpad, title: t('band.pin'), text: t('band.pinHint') };
}
