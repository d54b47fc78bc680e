import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconFingerprint,
  IconFingerprintOff,
  IconHandStop,
  IconShieldQuestion,
  IconWifiOff,
} from '@tabler/icons-react';
import { formatMoney } from '../../../lib/format.ts';
import { type Say, useTranslation } from '../../../lib/i18n.ts';
import { isOpen, type ScannerState } from '../../../lib/scanner/machine.ts';
import classes from '../../../school/desk/counter.module.css';
import { NextStudent } from '../../../school/desk/NextStudent.tsx';
import { useScannerText } from '../../../school/scanner-text.ts';
import type { Handed } from './handed.ts';
import type { Sound } from './sounds.ts';
import type { Counter, Outcome } from './useCounter.ts';

interface CounterBannerProps {
  readonly counter: Pick<Counter, 'news' | 'missing' | 'busy' | 'way' | 'student' | 'clear'>;
  readonly scanner: ScannerState;
  readonly online: boolean;
  /** Window: what the portions that are left count for: the day, or the meal window's name. */
  readonly window: string | undefined;
}

/** A sale, with what is left of each item. */
function inWords(t: Say<'canteen', 'canteen' | 'school'>, { lines }: Handed): string {
  return lines
    .map(({ menuItem, quantity, remaining }) => t('served.line', { item: menuItem, count: quantity, left: remaining }))
    .join(', ');
}

/** Refusals and servings have the look of their sound. */
const SIGNS: Record<Sound, Icon> = {
  served: IconCircleCheck,
  refused: IconBan,
  wrong: IconFingerprintOff,
  unknown: IconShieldQuestion,
  stopped: IconHandStop,
  unsure: IconAlertTriangle,
  away: IconWifiOff,
};

interface Message {
  readonly tone: Sound | 'busy' | 'ready' | 'waiting';
  readonly Icon: Icon;
  readonly title: string;
  readonly text?: string;
}

/**
 * Counter banner: what came of the last student, large enough to be read from the pots, until the next one begins; else what is
 * to be done next. Always there, so that nothing moves.
 */
export function CounterBanner(props: CounterBannerProps) {
  const { t } = useTranslation('canteen');
  const { tone, Icon: Sign, title, text } = useMessage(props);
  const { news, missing, way, student, clear } = props.counter;
  const isWaitedFor = way === 'pin' && news?.tone === 'refused' && news.admissionNumber === student.number;
  const quiet = tone === 'served' || tone === 'busy' || tone === 'ready';
  return (
    <section className={classes.band} data-tone={tone} aria-label={t('band.label')}>
      <Sign className={classes.sign} aria-hidden />
      <div aria-live={quiet ? 'polite' : 'assertive'} aria-atomic>
        <p className={classes.title}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {(isWaitedFor || missing === 'doubt') && <NextStudent onPress={clear} />}
    </section>
  );
}

function useMessage({ counter, scanner, online, window }: CounterBannerProps): Message {
  const { t } = useTranslation(['canteen', 'school']);
  const { news, missing, busy, way, student } = counter;
  const reader = useScannerText(scanner, true);
  if (busy) return { tone: 'busy', Icon: IconClock, title: t('band.busy') };
  // A finger that could not be used is of the next one, who was not served.
  if (news && !(news.meal && scanner.advice)) {
    const who = news.names ? `${news.names} (${news.admissionNumber})` : news.admissionNumber;
    const title = news.meal ? t('consume.done') : news.why;
    return { tone: news.look, Icon: SIGNS[news.look], title, text: [who, ...told(news)].join(' · ') };
  }
  if (missing) {
    const words = {
      number: [t('school:missing.title'), t('school:missing.admissionNumber')],
      pin: [t('school:missing.title'), t('school:missing.pin')],
      finger: [t('school:missing.upload'), t('school:missing.finger')],
      doubt: [t('school:pinDoubt.title'), t('school:pinDoubt.text')],
    } as const;
    const [title, text] = words[missing];
    return { tone: 'waiting', Icon: IconAlertTriangle, title, text };
  }
  if (!online) return { tone: 'away', Icon: IconWifiOff, title: t('away.title'), text: t('away.text') };
  // Nobody is served by a number that is nobody's: no sign of the reader may look as if somebody were.
  if (student.status === 'missing')
    return { tone: 'unknown', Icon: IconShieldQuestion, title: student.error ?? '', text: student.number };
  // Nothing green above a reader that cannot be asked; one that was not asked yet is none.
  if (way === 'finger' && !isOpen(scanner) && scanner.status !== 'disconnected')
    return { tone: 'waiting', Icon: IconFingerprintOff, title: t('band.readyFinger'), text: reader };
  return {
    tone: 'ready',
    Icon: IconFingerprint,
    title: t(way === 'pin' ? 'band.readyPin' : 'band.readyFinger'),
    // The reader's word stands below it on a phone.
    text: way === 'finger' && scanner.status !== 'connected' ? reader : t('band.keys'),
  };

  function told({ meal, tone }: Outcome): readonly string[] {
    if (!meal) return [t(tone === 'unsure' ? 'band.unsure' : 'band.notServed')];
    const balance = t('served.balance', { balance: formatMoney(meal.balance) });
    // Of a portion too: its price may be another by now than the one on the bar above.
    const paid = `KES ${formatMoney(meal.amount)}`;
    if (meal.isSale) return [inWords(t, meal), paid, balance];
    const left = { count: meal.lines[0]?.remaining, window: window ?? '' };
    return [t(window === undefined ? 'served.left' : 'served.leftAt', left), paid, balance];
  }
}
