import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconBrowserX,
  IconCircleCheck,
  IconFingerprint,
  IconFingerprintOff,
  IconHandStop,
  IconInfoCircle,
  IconPlugConnectedX,
  IconShieldQuestion,
} from '@tabler/icons-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ScannerStatus, START } from '../../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { useScannerText } from '../../../school/scanner-text.ts';
import type { Sound } from '../sounds.ts';
import classes from './StatusBanner.module.css';

/** Strong tones report a student's outcome; quiet tones say for which step the gate waits. */
type Tone =
  | 'in'
  | 'out'
  | 'refused'
  | 'wrong'
  | 'unknown'
  | 'kept'
  | 'waiting'
  | 'ready'
  | 'info'
  | 'warning'
  | 'trouble';

export interface Action {
  readonly label: string;
  readonly run: () => void;
  /** Key of the student that the action is about: a press that began on one student's button never counts for the next student. */
  readonly of?: string;
}

export interface Message {
  readonly tone: Tone;
  readonly Icon: Icon;
  readonly title: string;
  readonly text?: string;
  /** Makes a screen reader interrupt its current output. */
  readonly urgent?: boolean;
  readonly action?: Action;
  /** Enlarges a name that the guard has not typed, so that the guard can read it before the child has walked on. */
  readonly large?: boolean;
}

/** Banner of the gate: shows one message at a time, always at the same height. */
export function Banner({ message }: { message: Message }) {
  const { t } = useTranslation('gate');
  const { tone, Icon, title, text, urgent, action, large } = message;
  return (
    <section className={classes.band} data-tone={tone} data-large={large} aria-label={t('band.label')}>
      <Icon className={classes.icon} aria-hidden />
      <div className={classes.words} aria-live={urgent ? 'assertive' : 'polite'} aria-atomic>
        <p className={classes.title}>{title}</p>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {action && (
        <button
          key={`${action.label} ${action.of}`}
          type="button"
          className={classes.action}
          data-of={action.of}
          onClick={action.run}
        >
          {action.label}
        </button>
      )}
    </section>
  );
}

/** Look of each refusal; the sounds follow the same table. */
export const REFUSED = {
  refused: { tone: 'refused', Icon: IconBan },
  wrong: { tone: 'wrong', Icon: IconFingerprintOff },
  unclear: { tone: 'warning', Icon: IconFingerprint },
  unknown: { tone: 'unknown', Icon: IconShieldQuestion },
} as const satisfies Partial<Record<Sound, { tone: Tone; Icon: Icon }>>;

const SCANNER_LOOKS: Record<ScannerStatus, { tone: Tone; Icon: Icon }> = {
  'needs-permission': { tone: 'info', Icon: IconInfoCircle },
  blocked: { tone: 'trouble', Icon: IconPlugConnectedX },
  disconnected: { tone: 'trouble', Icon: IconPlugConnectedX },
  connected: { tone: 'ready', Icon: IconFingerprint },
  info: { tone: 'info', Icon: IconInfoCircle },
  touch: { tone: 'ready', Icon: IconFingerprint },
  lift: { tone: 'info', Icon: IconHandStop },
  scanned: { tone: 'ready', Icon: IconCircleCheck },
  warning: { tone: 'warning', Icon: IconAlertTriangle },
  error: { tone: 'trouble', Icon: IconPlugConnectedX },
  unpaired: { tone: 'trouble', Icon: IconPlugConnectedX },
  closed: { tone: 'trouble', Icon: IconPlugConnectedX },
  busy: { tone: 'warning', Icon: IconBrowserX },
};

/** Returns the banner's message while nothing else is to be said: the state of the scanner. */
export function useIdle(scanner: ScannerInUse | null): Message {
  const { t } = useTranslation(['gate', 'school']);
  const state = scanner?.state ?? START;
  const title = useScannerText(state, false);
  const { tone, Icon } = SCANNER_LOOKS[state.advice ? 'warning' : state.status];
  const asks = state.status === 'needs-permission' || state.status === 'blocked';
  return {
    tone,
    Icon,
    title,
    // The scanner service speaks English only; the line below it says the same in the reader's language.
    ...(state.status === 'info' ? { text: t('school:scanner.connected') } : {}),
    ...(state.retryIn === null ? {} : { text: t('school:scanner.retrying', { count: state.retryIn }) }),
    urgent: tone === 'trouble' || tone === 'warning',
    ...(scanner && !scanner.open
      ? { action: { label: t(asks ? 'actions.allow' : 'actions.connect'), run: scanner.connect } }
      : {}),
  };
}
