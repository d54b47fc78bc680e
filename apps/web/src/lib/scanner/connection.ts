import { isOpen, next, type ScannerEvent, type ScannerState, START } from './machine.ts';
import { LONGEST_MESSAGE, readMessage } from './messages.ts';

/** The part of a WebSocket that is used, so that a test can hand in its own. Who hears is set here and never read: so the browser's own fits too. */
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
  /** Asks for a finger as soon as there is a connection, and again after each one, so that a student only touches. */
  readonly captureByItself: boolean;
  /** Touches: one to prove who somebody is, three to enrol a finger. */
  readonly times?: 1 | 3;
  readonly permission?: () => Promise<PermissionState>;
  /** Challenge that a paired reader signs with its capture, where one is known. */
  readonly challenge?: () => string | undefined;
  /** Name of the mini computer that the reader is at; undefined at this machine. */
  readonly at?: () => string | undefined;
}

export interface Scanner {
  /** Connects where the browser lets us without asking; otherwise says that a press is needed. */
  start(): Promise<void>;
  /** Connects now. Called from a press, so that the browser may ask. */
  connect(): void;
  capture(): void;
  /** Drops what was scanned, here and in the service. */
  flush(): void;
  disconnect(): void;
}

/** Seconds between the tries to connect again; the last one repeats. */
export const RETRY_SECONDS = [1, 2, 5, 10];
const AFTER_WARNING_MS = 2_000;
/** Time for the last finger to go, where the service cannot tell: it would be scanned again for the next student. */
export const BLIND_LIFT_MS = 2_500;
/** Close code for a message that is too long. A page may use none of the protocol's own but 1000: the browser throws. */
const TOO_LONG = 4009;
/** Close code of a service that serves another page. */
const BUSY = 1013;
/** Close codes of a mini computer: it does not know this tablet; it was asked too often. */
const UNPAIRED = 4401;
const TOO_OFTEN = 4429;
/** Seconds for which a mini computer that was asked too often is left alone. */
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
  /** Asks for the next finger: at once where the service waits until the last one is off. */
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
      // The browser forbids the address: told like a service that is away.
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
      // Asked again only where a person wants it: it would say the same, and count the tries.
      if (code === UNPAIRED) happen({ type: 'unpaired' });
      else if (opened) happen({ type: 'closed', reason, busy: code === BUSY, at: at?.(), retryIn: retry() });
      else fail(code === TOO_OFTEN ? BLOCKED_SECONDS : undefined);
    };
    // The browser tells nothing of the cause here and always closes next.
    mine.onerror = () => {};
  }

  function receive(data: unknown): void {
    if (typeof data === 'string' && data.length > LONGEST_MESSAGE) return socket?.close(TOO_LONG);
    const message = readMessage(data);
    // A key is asked for on a socket of its own.
    if (!message || message.kind === 'key') return;
    if (message.kind === 'ping') return say('pong');
    // A service that only says that it is busy with another page is not to be asked every second.
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
      // A scan that is still running would be in the way of the new one.
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
