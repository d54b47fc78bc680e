import type { Advice, Glass, ScannerMessage, Template } from './messages.ts';

export type ScannerStatus =
  /** The browser would show a prompt before this page may reach the scanner on this device. */
  | 'needs-permission'
  /** The user, or a policy, denied the permission. */
  | 'blocked'
  | 'disconnected'
  | 'connected'
  | 'info'
  /** The reader waits for a finger. */
  | 'touch'
  /** The last finger has to be lifted first. */
  | 'lift'
  | 'scanned'
  | 'warning'
  /** The service could not be reached. */
  | 'error'
  /** The mini computer with the reader does not know this tablet. */
  | 'unpaired'
  /** The service closed the connection. */
  | 'closed'
  /** Another page of this device uses the scanner. */
  | 'busy';

export interface ScannerState {
  readonly status: ScannerStatus;
  /** Message of the service itself (info, warning), or the reason why the connection ended. */
  readonly text: string;
  /** True from the request for a finger until it is scanned, refused or cancelled. */
  readonly capturing: boolean;
  /** Scanned finger, until it is used. It survives the end of the connection. */
  readonly template: Template | null;
  /** Name of the mini computer that is unreachable or busy; undefined where the reader is attached to this machine. */
  readonly at?: string | undefined;
  /** Seconds until the next reconnect; null where there will be none. */
  readonly retryIn: number | null;
  /** State of the glass; null where the service cannot detect a finger on it. */
  readonly glass: Glass | null;
  /** Advice for the user's next touch. */
  readonly advice: Advice | null;
}

export type ScannerEvent =
  | { readonly type: 'asked'; readonly permission: 'prompt' | 'denied' }
  | { readonly type: 'opened' }
  | { readonly type: 'message'; readonly message: Exclude<ScannerMessage, { kind: 'ping' } | { kind: 'key' }> }
  | { readonly type: 'capturing' }
  | { readonly type: 'flushed' }
  | { readonly type: 'failed'; readonly at?: string | undefined; readonly retryIn: number }
  | { readonly type: 'unpaired' }
  | {
      readonly type: 'closed';
      readonly reason: string;
      readonly busy: boolean;
      readonly at?: string | undefined;
      readonly retryIn: number;
    }
  | { readonly type: 'left' };

/** Message that the service sends as soon as a reader is attached. */
const READY = 'Scanner connected successfully. Put student finger 3 times';

export const START: ScannerState = {
  status: 'disconnected',
  text: '',
  capturing: false,
  template: null,
  retryIn: null,
  glass: null,
  advice: null,
};

export function isOpen({ status }: ScannerState): boolean {
  return !['needs-permission', 'blocked', 'disconnected', 'error', 'unpaired', 'closed', 'busy'].includes(status);
}

/** Returns the state after `event`. Pure, so that tests need no socket. */
export function next(state: ScannerState, event: ScannerEvent): ScannerState {
  const { template } = state;
  switch (event.type) {
    case 'asked':
      return { ...START, template, status: event.permission === 'prompt' ? 'needs-permission' : 'blocked' };
    case 'opened':
      return { ...START, template, status: 'connected' };
    case 'capturing':
    case 'flushed':
      // A new capture, or a used finger, clears everything of the last student from the screen.
      return isOpen(state)
        ? { ...START, status: 'connected', glass: state.glass, capturing: event.type === 'capturing' }
        : { ...state, template: null };
    case 'message':
      return isOpen(state) ? heard(state, event.message) : state;
    case 'failed':
      return { ...START, status: 'error', template, at: event.at, retryIn: event.retryIn };
    case 'unpaired':
      return { ...START, status: 'unpaired', template };
    case 'closed': {
      const { busy, reason: text, at, retryIn } = event;
      return { ...START, status: busy ? 'busy' : 'closed', text, template, at, retryIn };
    }
    case 'left':
      return START;
  }
}

function heard(
  state: ScannerState,
  message: Exclude<ScannerMessage, { kind: 'ping' } | { kind: 'key' }>,
): ScannerState {
  const { glass } = state;
  if (message.kind === 'template') return { ...START, status: 'scanned', template: message.template, glass };
  if (message.kind === 'glass') {
    const { lift } = message.glass;
    return { ...state, status: lift ? 'lift' : 'touch', text: '', glass: message.glass };
  }
  if (message.kind === 'advice') return { ...state, advice: message.advice };
  // Skips the message, which repeats in English what the frames about the glass have reported.
  if (message.kind === 'info' && glass) return state;
  // Skips the text, which repeats what the banner says.
  if (message.kind === 'info' && message.text.trim() === READY) return { ...state, status: 'connected', text: '' };
  return { ...state, status: message.kind, text: message.text, capturing: state.capturing && message.kind === 'info' };
}
