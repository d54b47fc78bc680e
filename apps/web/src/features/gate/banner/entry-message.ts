import { IconAlertTriangle, IconClock, IconShieldQuestion } from '@tabler/icons-react';
import { shownOf } from '../lane/ahead.ts';
import { type Entry, isNobodys, type Missing, type Notice } from '../lane/entry.ts';
import { soundOfRefusal } from '../sounds.ts';
import { type Message, REFUSED } from './Banner.tsx';
import type { BannerContext } from './banner-context.ts';

const MISSING = {
  number: ['band.missingInput', 'band.missingNumber'],
  pin: ['band.missingInput', 'band.missingPin'],
  finger: ['band.upload', 'band.missingFinger'],
} as const satisfies Record<Missing, readonly [string, string]>;

/** Returns the message about the student who is being entered; null where the entry needs none. */
export function entryMessage(context: BannerContext, entry: Entry): Message | null {
  return confirmMessage(context, entry) ?? urgentNotice(context, entry.notice) ?? waitingMessage(context, entry);
}

/** Asks the guard to compare the child whom a finger named. */
function confirmMessage({ t, lane }: BannerContext, { confirm, lookup, number }: Entry): Message | null {
  if (!confirm || lookup.status !== 'found') return null;
  const { names, className, admissionNumber } = lookup.student;
  return {
    tone: 'waiting',
    Icon: IconShieldQuestion,
    title: `${names} · ${className}`,
    // Two children may share a name, so the number is shown too.
    text: `${number} · ${t('band.confirm')}`,
    urgent: true,
    large: true,
    action: { label: t('title.out'), of: admissionNumber, run: () => lane.press('button') },
  };
}

/** Notices that precede the entry's own state. */
function urgentNotice({ t, refusalText, next }: BannerContext, notice: Notice | null): Message | null {
  switch (notice?.kind) {
    case 'nobody': {
      const { title, text } = refusalText({ refusal: notice.refusal, names: null, admissionNumber: '' });
      return { ...REFUSED[soundOfRefusal(notice.refusal)], title, text, urgent: true };
    }
    case 'doubt':
      return warning(t('school:pinDoubt.title'), t('school:pinDoubt.text'), next);
    case 'stands':
      return { ...REFUSED.refused, title: t('band.stands'), text: t('band.standsText'), urgent: true };
    default:
      return null;
  }
}

function waitingMessage({ t }: BannerContext, entry: Entry): Message | null {
  const { notice, held, number, ahead } = entry;
  // For an unknown number the scanner's state is not shown: it could look as if a student were being checked.
  if (isNobodys(entry)) {
    const text = t('refused.unknownText', { number });
    return { ...REFUSED.unknown, title: t('refused.unknown'), text, urgent: true };
  }
  if (notice?.kind === 'missing') {
    const [title, text] = MISSING[notice.what];
    return warning(t(title), t(text));
  }
  if (notice?.kind === 'untaken') return warning(t('ahead.untaken'), t('ahead.text'));
  if (!held) return null;
  const behind = ahead.digits === '' ? '' : ` ${t('ahead.next', { number: shownOf(ahead) })}`;
  const text = t('band.heldText', { who: enteredStudent(entry) || t('entry.hasFinger') }) + behind;
  return { tone: 'waiting', Icon: IconClock, title: t('band.held'), text, urgent: true };
}

/** Returns number and name of the student who is being entered. */
export function enteredStudent({ number, lookup }: Entry): string {
  return lookup.status === 'found' ? `${number} ${lookup.student.names}` : number;
}

function warning(title: string, text: string, action?: Message['action']): Message {
  return { tone: 'waiting', Icon: IconAlertTriangle, title, text, urgent: true, ...(action ? { action } : {}) };
}
