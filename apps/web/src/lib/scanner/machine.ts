import type { Advice, Glass, ScannerMessage, Template } from './messages.ts';

export type ScannerStatus =
  /** The browser would ask before this page may reach the scanner on this device. */
  | 'needs-permission'
  /** The person, or a policy, said no. */
  | 'blocked'
  | 'disconnected'
  | 'connected'
  | 'info'
  /** The finger may come. */
  | 'touch'
  /** The last finger has to be taken off first. */
  | 'lift'
  | 'scanned'
  | 'warning'
  /** The service could not be reached. */
  | 'error'
  /** The mini computer with the reader does not know this tablet. */
  | 'unpaired'
  /** The service was reached and went away. */
  | 'closed'
  /** Another page of this device has the scanner. */
  | 'busy';

export interface ScannerState {
  readonly status: ScannerStatus;
  /** Text: what the service itself said (info, warning), or why the connection ended. */
  readonly text: string;
  /** True from the request for a finger until it is there, is refused, or the request is dropped. */
  readonly capturing: boolean;
  /** The finger that was scanned, until it is used up. It outlives the connection. */
  readonly template: Template | null;
  /** Name of the mini computer that cannot be reached or is busy; undefined where the reader is at this machine. */
  readonly at?: string | undefined;
  /** Seconds until the next try to connect, where there will be one. */
  readonly retryIn: number | null;
  /** Null where the service cannot tell whether a finger lies on the glass. */
  readonly glass: Glass | null;
  /** Advice for the next touch. */
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

/** Message of the service as soon as a reader is there. */
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

/** The state after `event`. Pure, so that every state can be tested without a socket. */
export function next(state: ScannerState, event: ScannerEvent): ScannerState {
  const { template } = state;
  switch (event.type) {
    case 'asked':
      return { ...START, template, status: event.permission === 'prompt' ? 'needs-permission' : 'blocked' };
    case 'opened':
      return { ...START, template, status: 'connected' };
    case 'capturing':
    case 'flushed':
      // A new capture or a used-up finger: nothing of the last student may stay on the screen.
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
  // It says in English only, and again, what the frames about the glass have said.
  if (message.kind === 'info' && glass) return state;
  // The service says in its own words what the banner says already.
  if (message.kind === 'info' && message.text.trim() === READY) return { ...state, status: 'connected', text: '' };
  return { ...state, status: message.kind, text: message.text, capturing: state.capturing && message.kind === 'info' };
}
