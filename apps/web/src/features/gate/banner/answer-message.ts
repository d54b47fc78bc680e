import {
  IconAlertTriangle,
  IconCloudUpload,
  IconHandStop,
  IconLogin2,
  IconLogout2,
  IconShieldQuestion,
} from '@tabler/icons-react';
import { whenOf } from '../../../lib/when.ts';
import { nameOf } from '../line-name.ts';
import { isOverridable, isUndoable, type Line } from '../queue/line.ts';
import { clock, timeOf, type WayOut } from '../refusals.ts';
import { mayChooseCollector } from '../release.ts';
import { soundOfRefusal } from '../sounds.ts';
import { type Message, REFUSED } from './Banner.tsx';
import type { BannerContext } from './banner-context.ts';

/** Returns the message about the answer to a line; null for a line without an outcome that the banner shows. */
export function answerMessage(context: BannerContext, line: Line): Message | null {
  const { t } = context;
  switch (line.state) {
    case 'recorded':
      return line.event && recordedMessage(context, line, line.event);
    case 'kept': {
      const text = t('band.keptText', { who: nameOf(line), time: timeOf(line).slice(0, 5) });
      return { tone: 'kept', Icon: IconCloudUpload, title: t('band.kept'), text };
    }
    case 'refused':
      return refusedMessage(context, line);
    case 'undone': {
      const text = t(line.kind === 'out' ? 'band.outUndoneText' : 'band.undoneText', { who: nameOf(line) });
      return { tone: 'waiting', Icon: IconHandStop, title: t('band.undone'), text, urgent: true };
    }
    case 'stopped': {
      const title = t('band.stopped', { who: nameOf(line) });
      return { tone: 'info', Icon: IconHandStop, title, text: t('band.stoppedText') };
    }
    case 'stopping':
      return stoppingMessage(context, line);
    default:
      return null;
  }
}

/** Returns the message about a student who was kept back, while it is unknown if the passage was recorded. */
export function stoppingMessage({ t }: BannerContext, line: Line): Message {
  const title = t('band.stopped', { who: nameOf(line) });
  return { tone: 'waiting', Icon: IconShieldQuestion, title, text: t('band.stoppingText'), urgent: true };
}

function recordedMessage({ t, lane }: BannerContext, line: Line, event: NonNullable<Line['event']>): Message {
  const { kind, key, admissionNumber } = line;
  const Icon = kind === 'in' ? IconLogin2 : IconLogout2;
  const title = t(`band.${kind}`);
  const who = { names: event.studentName, className: event.class, time: clock(event.date).slice(0, 5) };
  // The passage was recorded, but a bus reports the child as aboard, so the guard has to look again.
  if (event.warnings?.includes('custody.aboard'))
    return { tone: 'waiting', Icon: IconAlertTriangle, title, text: t('band.aboard', who), urgent: true };
  if (event.exeat && (kind === 'out' || event.exeat.late)) {
    const { goesWith, returnBy } = event.exeat;
    const about = { ...who, person: goesWith ?? '', until: whenOf(returnBy) };
    const text = t(kind === 'in' ? 'band.exeatLate' : goesWith ? 'band.exeatWith' : 'band.exeatOut', about);
    return { tone: kind, Icon, title, text };
  }
  if (isUndoable(line)) {
    return {
      tone: kind,
      Icon: IconLogin2,
      title: `${who.names} · ${who.className}`,
      text: `${admissionNumber} · ${title} · ${who.time}`,
      large: true,
      action: { label: t('actions.wrongChild'), of: key, run: () => void lane.takeBack(key) },
    };
  }
  return { tone: kind, Icon, title, text: t('band.who', who) };
}

function refusedMessage(context: BannerContext, line: Line): Message {
  const { title, text, wayOut } = context.refusalText(line);
  const action = refusalAction(context, line, wayOut);
  return { ...REFUSED[soundOfRefusal(line.refusal)], title, text, urgent: true, ...(action ? { action } : {}) };
}

function refusalAction(context: BannerContext, line: Line, wayOut: WayOut): Message['action'] {
  const { t, lane, next, switchTo, onOverride, onCollect } = context;
  const of = line.key;
  if (wayOut === 'override' && isOverridable(line))
    return { label: t('actions.override'), of, run: () => onOverride(line) };
  if (wayOut === 'collect' && mayChooseCollector(line))
    return { label: t('actions.collect'), of, run: () => onCollect(line) };
  if (wayOut === 'use-pin') return { label: t('actions.usePin'), of, run: () => switchTo(line, 'pin') };
  if (wayOut === 'use-finger') return { label: t('actions.useFinger'), of, run: () => switchTo(line, 'fingerprint') };
  // In the PIN field, the next student's number would be taken as a PIN.
  return line.refusal?.problem === 'pin.wrong' && lane.entry.get().number !== '' ? next : undefined;
}
