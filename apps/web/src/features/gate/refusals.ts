import { clockAhead } from '../../lib/clock.ts';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { whenOf } from '../../lib/when.ts';
import type { Line } from './queue/line.ts';
import { asksForCollector } from './release.ts';

/** Action that a guard can take on a refusal, apart from trying again. */
export type WayOut = 'override' | 'collect' | 'use-pin' | 'use-finger' | null;

export interface RefusalText {
  readonly title: string;
  /** Title for narrow screens. */
  readonly short: string;
  readonly text: string;
  readonly wayOut: WayOut;
}

/** Returns the texts that explain a refusal and say what the guard can do. */
export function useRefusalText(): (line: Pick<Line, 'refusal' | 'names' | 'admissionNumber'>) => RefusalText {
  const { t } = useTranslation('gate');
  return (line) => {
    const { refusal } = line;
    const detail = refusal?.detail ?? {};
    // A refused touch carries no number; the server names the student where it knows the student.
    const number = line.admissionNumber || String(detail.admissionNumber ?? '');
    const names = line.names ?? (typeof detail.names === 'string' ? detail.names : null);
    const who = names ? `${number} ${names}` : number;
    const since = whenOf(detail.since);
    const until = clock(String(detail.until ?? ''));
    const say = (title: string, text: string, wayOut: WayOut = null, short = title): RefusalText => ({
      title,
      short,
      text,
      wayOut,
    });
    switch (refusal?.problem) {
      case 'fingerprint.ambiguous':
        return say(t('refused.nobody'), t('refused.nobodyText'));
      case 'fingerprint.no-match':
        if (detail.why) return say(t('refused.badImage'), describe(refusal).message, number === '' ? null : 'use-pin');
        if (number === '') return say(t('refused.nobody'), t('refused.nobodyText'));
        return say(t('refused.noMatch'), t('refused.noMatchText', { who }), 'use-pin');
      case 'fingerprint.held':
        return say(t('refused.held', { until }), t('refused.heldText', { who }), 'use-pin', t('latest.short.held'));
      case 'fingerprint.not-enrolled':
        return say(t('refused.notEnrolled'), t('refused.notEnrolledText', { who }), 'use-pin');
      case 'fingerprint.replayed':
        return say(t('refused.replayed'), t('refused.replayedText'));
      case 'fingerprint.bad-image':
      case 'fingerprint.low-quality':
        return say(t('refused.badImage'), t('refused.badImageText'));
      case 'pin.wrong':
        return say(t('refused.pinWrong'), t('refused.pinWrongText', { who, count: Number(detail.triesLeft ?? 0) }));
      case 'pin.locked':
        return say(
          t('refused.pinLocked', { until }),
          t('refused.pinLockedText', { who }),
          'use-finger',
          t('latest.short.pinLocked'),
        );
      case 'pin.too-many-misses':
        return say(t('refused.pinMisses'), t('refused.pinMissesText'), 'use-finger');
      case 'student.no-pin':
        return say(t('refused.noPin'), t('refused.noPinText', { who }), 'use-finger');
      case 'student.not-found':
        return say(t('refused.unknown'), t('refused.unknownText', { number }));
      case 'gate.already-in':
        return say(
          t('refused.alreadyIn', { since }),
          t('refused.alreadyInText', { who }),
          'override',
          t('latest.short.alreadyIn'),
        );
      case 'gate.not-in':
        return since
          ? say(
              t('refused.alreadyOut', { since }),
              t('refused.alreadyOutText', { who }),
              'override',
              t('latest.short.notIn'),
            )
          : say(t('refused.notIn'), t('refused.notInText', { who }), 'override', t('latest.short.notIn'));
      case 'exeat.required':
        return say(t('refused.noExeat'), t('refused.noExeatText', { who }), 'override');
      case 'server.fault':
        return say(t('refused.fault'), t('refused.faultText', { who }));
      case 'session.role':
        return say(t('refused.role'), t('refused.roleText'));
      default: {
        const { title, message } = describe(refusal);
        if (asksForCollector(line)) return say(t('refused.collector'), message, 'collect');
        return say(title, message, null, t('refused.fault'));
      }
    }
  };
}

/** Formats a time as hh:mm:ss in the school's time zone. */
export function clock(moment: string | number): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleTimeString('en-GB', { timeZone: config().timeZone, hourCycle: 'h23' });
}

/** Returns the time of a line: the server's where the passage is recorded, otherwise the device's, corrected by the server's clock. */
export function timeOf({ state, event, settledAt, at }: Pick<Line, 'state' | 'event' | 'settledAt' | 'at'>): string {
  return clock(state === 'recorded' && event ? event.date : (settledAt ?? at) + (clockAhead() ?? 0));
}
