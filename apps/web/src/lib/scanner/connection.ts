import { isOpen, next, type ScannerEvent, type ScannerState, START } from './machine.ts';
import { MAX_MESSAGE_LENGTH, readMessage } from './messages.ts';

/**
 * Subset of WebSocket that is used, so that a test can pass in its own. The handlers are write-only, which makes the browser's own type
 * compatible.
 */
export interface Socket {
  get onopen(): unknown;
  set onopen(hear: (() => void) | null);
  get onmessage(): unknown;
  set onmessage(hear: ((event: { data: unknown }) => void) | null);
  get onclose(): unknown;
  set onclose(hear: ((event: { reason: string; code?: number }) => void) | null);
  get onerror(): unknown;
  set onerror(hear: (() => void) | null);
  send(frame: string): void;
  close(code?: number, reason?: string): void;
}

export interface ScannerOptions {
  readonly createSocket: () => Socket;
  readonly onState: (state: ScannerState) => void;
  /** Requests a finger as soon as the connection opens, and again after each scan, so that the student only has to touch. */
  readonly captureByItself: boolean;
  /** Number of touches: one for verification, three for enrolment. */
  readonly times?: 1 | 3;
  readonly permission?: () => Promise<PermissionState>;
  /** Returns the challenge that a paired reader signs with its capture, if there is one. */
  readonly challenge?: () => string | undefined;
  /** Returns the name of the mini computer that the reader is attached to; undefined where the reader is attached to this machine. */
  readonly at?: () => string | undefined;
}

export interface Scanner {
  /** Connects where the browser allows it without a prompt; otherwise the state says that a press is needed. */
  start(): Promise<void>;
  /** Connects now. Must be called from a press, so that the browser may show its prompt. */
  connect(): void;
  capture(): void;
  /** Drops the scanned finger, here and in the service. */
  flush(): void;
  disconnect(): void;
}

/** Delay before each reconnect, in seconds; the last delay repeats. */
export const RETRY_SECONDS = [1, 2, 5, 10];
const AFTER_WARNING_MS = 2_000;
/**
 * Time to lift the last finger, where the service cannot detect it; otherwise the same finger would be scanned again for the next student.
 */
export const BLIND_LIFT_MS = 2_500;
/** Close code for a message that is too long. Of the protocol's own codes a page may send only 1000; the browser throws for the others. */
const TOO_LONG = 4009;
/** Close code of a service that serves another page. */
const BUSY = 1013;
/** Close codes of a mini computer: the tablet is not paired with it (4401), or there were too many requests (4429). */
const UNPAIRED = 4401;
const TOO_OFTEN = 4429;
/** Pause in seconds before the next connection to a mini computer that had too many requests. */
const BLOCKED_SECONDS = 60;

export function createScanner({
  createSocket,
  onState,
  captureByItself,
  times = 1,
  permission,
  challenge,
  at,
}: ScannerOptions): Scanner {
  let state = START;
  let socket: Socket | null = null;
  let tries = 0;
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function happen(event: ScannerEvent): void {
    state = next(state, event);
    onState(state);
  }
  function say(type: 'Connect' | 'get-fingerprint' | 'flush' | 'pong'): void {
    const wish = type === 'get-fingerprint' && { times, lift: true, challenge: challenge?.() };
    socket?.send(JSON.stringify({ type, ...wish }));
  }
  /** Requests the next finger: at once where the service itself waits until the last finger is lifted. */
  function ask(isOneThere: boolean): void {
    if (state.glass || !isOneThere) say('get-fingerprint');
    else later(BLIND_LIFT_MS, () => isOpen(state) && !state.template && say('get-fingerprint'));
  }
  function later(ms: number, work: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  }
  function retry(seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)] ?? 10): number {
    tries += 1;
    later(seconds * 1000, connect);
    return seconds;
  }
  function fail(seconds?: number): void {
    happen({ type: 'failed', at: at?.(), retryIn: retry(seconds) });
  }
  function drop(): void {
    clearTimeout(timer);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close(1000);
    socket = null;
  }

  function connect(): void {
    drop();
    let opened = false;
    let mine: Socket;
    try {
      mine = createSocket();
    } catch {
      // The browser forbids the address, which is reported like a missing service.
      return fail();
    }
    socket = mine;
    mine.onopen = () => {
      opened = true;
      say('Connect');
      happen({ type: 'opened' });
      if (captureByItself && !state.template) say('get-fingerprint');
    };
    mine.onmessage = ({ data }) => receive(data);
    mine.onclose = ({ reason, code }) => {
      socket = null;
      // An unpaired tablet reconnects only on a press: the answer would be the same, and the mini computer counts the attempts.
      if (code === UNPAIRED) happen({ type: 'unpaired' });
      else if (opened) happen({ type: 'closed', reason, busy: code === BUSY, at: at?.(), retryIn: retry() });
      else fail(code === TOO_OFTEN ? BLOCKED_SECONDS : undefined);
    };
    // The error event does not contain the cause, and a close event always follows.
    mine.onerror = () => {};
  }

  function receive(data: unknown): void {
    if (typeof data === 'string' && data.length > MAX_MESSAGE_LENGTH) return socket?.close(TOO_LONG);
    const message = readMessage(data);
    // A key is requested on a separate socket (`ask-key.ts`).
    if (!message || message.kind === 'key') return;
    if (message.kind === 'ping') return say('pong');
    // The backoff is reset by any message but a warning: a service that only reports that it is busy with another page must not be polled
    // every second.
    if (message.kind !== 'warning') tries = 0;
    happen({ type: 'message', message });
    if (message.kind === 'warning' && captureByItself)
      later(AFTER_WARNING_MS, () => isOpen(state) && !state.template && say('get-fingerprint'));
  }

  return {
    async start() {
      left = false;
      const answer = (await permission?.()) ?? 'granted';
      if (left) return;
      if (answer === 'granted') connect();
      else happen({ type: 'asked', permission: answer });
    },
    connect() {
      tries = 0;
      connect();
    },
    capture() {
      if (!isOpen(state)) return;
      clearTimeout(timer);
      const isOneThere = state.template !== null;
      happen({ type: 'capturing' });
      // Cancels a scan that is still running, which would block the new one.
      say('flush');
      ask(isOneThere);
    },
    flush() {
      const open = isOpen(state);
      const isOneThere = state.template !== null;
      happen({ type: 'flushed' });
      if (!open) return;
      say('flush');
      if (captureByItself) ask(isOneThere);
    },
    disconnect() {
      left = true;
      drop();
      happen({ type: 'left' });
    },
  };
}
