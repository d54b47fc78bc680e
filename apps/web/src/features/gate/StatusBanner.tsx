import {
  IconAlertTriangle,
  IconClock,
  IconCloudUpload,
  IconDialpad,
  IconHandStop,
  IconLogin2,
  IconLogout2,
  IconShieldQuestion,
  IconWifiOff,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { useOfSchool } from '../../lib/school.ts';
import { whenOf } from '../../lib/when.ts';
import { isKnown } from '../../school/pending/pending-request.ts';
import { Banner, type Message, REFUSED, useIdle } from './Banner.tsx';
import { shownOf } from './lane/ahead.ts';
import { isNobodys, type Missing } from './lane/entry.ts';
import type { Lane } from './lane/lane.ts';
import { orphanedPassages } from './orphaned/orphan-list.ts';
import { useOrphanWords } from './orphaned/orphan-words.ts';
import { awaitsRelease, isOverridable, isUndoable, type Line } from './queue.ts';
import { clock, timeOf, useRefusalText } from './refusals.ts';
import { mayChooseCollector } from './release.ts';
import type { Screen } from './screens.ts';
import { soundOfRefusal } from './sounds.ts';
import { useFingerOnly } from './touch.ts';
import { focusEntry } from './useGate.ts';

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

function useMessage({
  lane,
  screen,
  scanner,
  online,
  keeps,
  onOverride,
  onRelease,
  onCollect,
  onShow,
}: StatusBannerProps): Message {
  const { t } = useTranslation(['gate', 'school']);
  const entry = lane.entry.use();
  const { notice, held, number, lookup, confirm, ahead } = entry;
  const fingerOnly = useFingerOnly();
  const lines = lane.queue.lines.use();
  const refusalText = useRefusalText();
  const left = useOfSchool(orphanedPassages.use());
  const orphanWords = useOrphanWords();
  const idle = useIdle(scanner);
  const waitingLines = lines.filter(({ state }) => state === 'waiting');
  const waiting = waitingLines.length;
  // A result is outdated once a later student waits for an answer.
  const settled = notice?.kind === 'settled' ? lines.find(({ key }) => key === notice.key) : undefined;
  const line = waitingLines.some(({ at }) => at > (settled?.settledAt ?? 0)) ? undefined : settled;

  const next = {
    label: t('school:next.student'),
    run: () => {
      lane.clear();
      focusEntry();
    },
  };

  if (line?.state === 'recorded' && line.event) return recorded(line);
  if (line?.state === 'kept') {
    const text = t('band.keptText', { who: nameOf(line), time: timeOf(line).slice(0, 5) });
    return { tone: 'kept', Icon: IconCloudUpload, title: t('band.kept'), text };
  }
  if (line?.state === 'refused') {
    const { title, text, wayOut } = refusalText(line);
    const ways = {
      override: { label: t('actions.override'), of: line.key, run: () => onOverride(line) },
      collect: { label: t('actions.collect'), of: line.key, run: () => onCollect(line) },
      'use-pin': { label: t('actions.usePin'), of: line.key, run: () => goOn(line, 'pin') },
      'use-finger': { label: t('actions.useFinger'), of: line.key, run: () => goOn(line, 'fingerprint') },
    };
    const possible =
      wayOut !== null &&
      (wayOut !== 'override' || isOverridable(line)) &&
      (wayOut !== 'collect' || mayChooseCollector(line));
    const look = REFUSED[soundOfRefusal(line.refusal)];
    // In the PIN field, the next student's number would be taken as a PIN.
    const action = possible ? ways[wayOut] : line.refusal?.problem === 'pin.wrong' && number !== '' ? next : undefined;
    return { ...look, title, text, urgent: true, ...(action ? { action } : {}) };
  }
  if (line?.state === 'undone') {
    const text = t(line.kind === 'out' ? 'band.outUndoneText' : 'band.undoneText', { who: nameOf(line) });
    return { tone: 'waiting', Icon: IconHandStop, title: t('band.undone'), text, urgent: true };
  }
  if (line?.state === 'stopped')
    return { tone: 'info', Icon: IconHandStop, title: stoppedTitle(line), text: t('band.stoppedText') };
  if (line?.state === 'stopping') return stopping(line);
  if (confirm && lookup.status === 'found') {
    const { names, className } = lookup.student;
    return {
      tone: 'waiting',
      Icon: IconShieldQuestion,
      title: `${names} · ${className}`,
      // Two children may share a name, so the number is shown too.
      text: `${number} · ${t('band.confirm')}`,
      urgent: true,
      large: true,
      action: { label: t('title.out'), of: lookup.student.admissionNumber, run: () => lane.press('button') },
    };
  }
  if (notice?.kind === 'nobody') {
    const { title, text } = refusalText({ refusal: notice.refusal, names: null, admissionNumber: '' });
    return { ...REFUSED[soundOfRefusal(notice.refusal)], title, text, urgent: true };
  }
  if (notice?.kind === 'doubt') {
    const [title, text] = [t('school:pinDoubt.title'), t('school:pinDoubt.text')];
    return { tone: 'waiting', Icon: IconAlertTriangle, title, text, urgent: true, action: next };
  }
  if (notice?.kind === 'stands')
    return { ...REFUSED.refused, title: t('band.stands'), text: t('band.standsText'), urgent: true };
  // For an unknown number the scanner's state is not shown: it could look as if a student were being checked.
  if (isNobodys(entry)) {
    const text = t('refused.unknownText', { number });
    return { ...REFUSED.unknown, title: t('refused.unknown'), text, urgent: true };
  }
  if (notice?.kind === 'missing') {
    const [title, text] = missing[notice.what];
    return { tone: 'waiting', Icon: IconAlertTriangle, title: t(title), text: t(text), urgent: true };
  }
  if (notice?.kind === 'untaken') {
    const [title, text] = [t('ahead.untaken'), t('ahead.text')];
    return { tone: 'waiting', Icon: IconAlertTriangle, title, text, urgent: true };
  }
  if (held) {
    const who = lookup.status === 'found' ? `${number} ${lookup.student.names}` : number || t('entry.hasFinger');
    const behind = ahead.digits === '' ? '' : ` ${t('ahead.next', { number: shownOf(ahead) })}`;
    const text = t('band.heldText', { who }) + behind;
    return { tone: 'waiting', Icon: IconClock, title: t('band.held'), text, urgent: true };
  }
  const [unreleased] = waitingLines.filter(awaitsRelease);
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
  const unasked = lines.find(({ state }) => state === 'stopping');
  if (unasked) return stopping(unasked);
  if (waiting > 0) {
    return {
      tone: 'waiting',
      Icon: IconClock,
      title: t('band.waiting', { count: waiting }),
      text: t('band.waitingText'),
    };
  }
  // Earlier problems hide neither a message of the scanner nor the student who is being checked now. A problem whose outcome is known needs
  // no action, so only the list shows it.
  const earlier = left.find((one) => !isKnown(one));
  if (earlier && number === '' && !entry.finger && !idle.action) {
    const { who, what } = orphanWords(earlier);
    const show = { label: t('actions.look'), run: () => document.getElementById('left')?.focus() };
    return {
      tone: 'waiting',
      Icon: IconShieldQuestion,
      title: `${who} · ${what}`,
      text: t('left.band'),
      urgent: true,
      action: show,
    };
  }
  if (!online) {
    const text = t(keeps ? 'band.offlineKeeps' : 'band.offlineText');
    return { tone: 'waiting', Icon: IconWifiOff, title: t('band.offline'), text, urgent: true };
  }
  // After a wrong PIN the next PIN is taken for the same student until the guard starts another one.
  if (screen.by === 'pin' && entry.again) {
    const who = lookup.status === 'found' ? `${number} ${lookup.student.names}` : number;
    return { tone: 'info', Icon: IconDialpad, title: t('refused.pinWrong'), text: who, action: next };
  }
  return screen.by === 'pin'
    ? { tone: 'info', Icon: IconDialpad, title: t('band.pin'), text: t('band.pinHint') }
    : fingerOnly && idle.tone === 'ready'
      ? { ...idle, text: t(`band.touch.${screen.kind}`) }
      : idle;

  function stoppedTitle(stopped: Line): string {
    return t('band.stopped', { who: nameOf(stopped) });
  }
  function stopping(stopped: Line): Message {
    return {
      tone: 'waiting',
      Icon: IconShieldQuestion,
      title: stoppedTitle(stopped),
      text: t('band.stoppingText'),
      urgent: true,
    };
  }
  function recorded(passed: Line): Message {
    const { kind, event, key } = passed;
    const who = { names: event?.studentName, className: event?.class, time: clock(event?.date ?? '').slice(0, 5) };
    // The passage was recorded, but a bus reports the child as aboard, so the guard has to look again.
    if (event?.warnings?.includes('custody.aboard')) {
      const text = t('band.aboard', who);
      return { tone: 'waiting', Icon: IconAlertTriangle, title: t(`band.${kind}`), text, urgent: true };
    }
    if (event?.exeat) {
      const { late, goesWith, returnBy } = event.exeat;
      if (kind === 'out' || late) {
        const about = { ...who, person: goesWith ?? '', until: whenOf(returnBy) };
        const text = t(kind === 'in' ? 'band.exeatLate' : goesWith ? 'band.exeatWith' : 'band.exeatOut', about);
        return { tone: kind, Icon: kind === 'in' ? IconLogin2 : IconLogout2, title: t(`band.${kind}`), text };
      }
    }
    if (isUndoable(passed)) {
      return {
        tone: kind,
        Icon: IconLogin2,
        title: `${who.names} · ${who.className}`,
        text: `${passed.admissionNumber} · ${t(`band.${kind}`)} · ${who.time}`,
        large: true,
        action: { label: t('actions.wrongChild'), of: key, run: () => void lane.takeBack(key) },
      };
    }
    return {
      tone: kind,
      Icon: kind === 'in' ? IconLogin2 : IconLogout2,
      title: t(`band.${kind}`),
      text: t('band.who', who),
    };
  }
  /** Switches to the other method for the same student. */
  function goOn({ admissionNumber }: Line, by: Screen['by']): void {
    lane.clear();
    onShow({ by });
    setTimeout(() => lane.card(admissionNumber));
  }
}

export function nameOf({ admissionNumber, names }: Pick<Line, 'admissionNumber' | 'names'>): string {
  return names ? `${admissionNumber} ${names}` : admissionNumber;
}

const missing = {
  number: ['band.missingInput', 'band.missingNumber'],
  pin: ['band.missingInput', 'band.missingPin'],
  finger: ['band.upload', 'band.missingFinger'],
} as const satisfies Record<Missing, readonly [string, string]>;
