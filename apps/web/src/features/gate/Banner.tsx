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
import { useTranslation } from '../../lib/i18n.ts';
import { type ScannerStatus, START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { useScannerText } from '../../school/scanner-text.ts';
import classes from './StatusBanner.module.css';
import type { Sound } from './sounds.ts';

/** Strong tones tell what happened to a student; quiet ones what the gate is waiting for. */
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

interface Action {
  readonly label: string;
  readonly run: () => void;
  /** The student whom it is about: a press that began on the button of one is never that of the next. */
  readonly of?: string;
}

export interface Message {
  readonly tone: Tone;
  readonly Icon: Icon;
  readonly title: string;
  readonly text?: string;
  /** Interrupts a screen reader. */
  readonly urgent?: boolean;
  readonly action?: Action;
  /** A name that the guard has not typed: it is read before the child has gone on. */
  readonly large?: boolean;
}

/** The band: one message at a time, always of one height. */
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

/** Refusals have the look of their sound. */
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

/** Idle: what the scanner says, where nothing else is to be said. */
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
