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
import type { Outcome } from './outcome.ts';
import type { Sound } from './sounds.ts';
import type { Counter } from './useCounter.ts';

interface CounterBannerProps {
  readonly counter: Pick<Counter, 'news' | 'missing' | 'busy' | 'way' | 'student' | 'clear'>;
  readonly scanner: ScannerState;
  readonly online: boolean;
  /** Period for which the remaining portions count: the day, or the name of the meal window. */
  readonly window: string | undefined;
}

/** Returns the text of a sale, with the remaining portions of each item. */
function inWords(t: Say<'canteen', 'canteen' | 'school'>, { lines }: Handed): string {
  return lines
    .map(({ menuItem, quantity, remaining }) => t('served.line', { item: menuItem, count: quantity, left: remaining }))
    .join(', ');
}

/** Icon of each outcome, by the name of its sound. */
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
 * Counter banner: the last student's outcome until the next student begins, large enough to be read from the pots; otherwise the next step.
 * Always shown, so that nothing on the screen moves.
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
  // The scanner's advice concerns the next finger, so it hides the success of the student before.
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
  // For an unknown number the scanner's state is not shown: it could look as if a student were being served.
  if (student.status === 'missing')
    return { tone: 'unknown', Icon: IconShieldQuestion, title: student.error ?? '', text: student.number };
  // No ready banner appears while the scanner cannot be reached. A scanner that has not been contacted yet (`disconnected`) does not count.
  if (way === 'finger' && !isOpen(scanner) && scanner.status !== 'disconnected')
    return { tone: 'waiting', Icon: IconFingerprintOff, title: t('band.readyFinger'), text: reader };
  return {
    tone: 'ready',
    Icon: IconFingerprint,
    title: t(way === 'pin' ? 'band.readyPin' : 'band.readyFinger'),
    // On a phone the scanner's message is shown below this line.
    text: way === 'finger' && scanner.status !== 'connected' ? reader : t('band.keys'),
  };

  function told({ meal, tone }: Outcome): readonly string[] {
    if (!meal) return [t(tone === 'unsure' ? 'band.unsure' : 'band.notServed')];
    const balance = t('served.balance', { balance: formatMoney(meal.balance) });
    // Shows the charged amount for a single portion too: the price on the bar above may have changed since.
    const paid = `KES ${formatMoney(meal.amount)}`;
    if (meal.isSale) return [inWords(t, meal), paid, balance];
    const left = { count: meal.lines[0]?.remaining, window: window ?? '' };
    return [t(window === undefined ? 'served.left' : 'served.leftAt', left), paid, balance];
  }
}
