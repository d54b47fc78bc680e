import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BLIND_LIFT_MS, createScanner } from './connection.ts';
import type { Dialed } from './lan-socket.ts';
import type { ScannerState } from './machine.ts';

const PICTURE = { Template: 'iVBORw0KGgo=', SerialNumber: 'SN1', Width: 300, Height: 400, DPI: 500, Size: 10 };
let sockets: (Dialed & { sent: unknown[]; closed: boolean })[] = [];
let state: ScannerState;
let at: string | undefined;

function scanner(permission: PermissionState = 'granted', captureByItself = true) {
  return createScanner({
    createSocket() {
      const socket: (typeof sockets)[number] = {
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
        sent: [],
        closed: false,
        send: (frame) => {
          const said = JSON.parse(frame);
          if (said.type === 'get-fingerprint') expect(said).toEqual({ type: said.type, times: 1, lift: true });
          socket.sent.push(said.type);
        },
        close: (code = 1000) => {
          // Throws for the close codes that a browser refuses.
          if (code !== 1000 && (code < 3000 || code > 4999)) throw new DOMException('code', 'InvalidAccessError');
          socket.closed = true;
        },
      };
      sockets.push(socket);
      return socket;
    },
    onState: (now) => {
      state = now;
    },
    captureByItself,
    permission: async () => permission,
    at: () => at,
  });
}
const last = () => sockets.at(-1) as (typeof sockets)[number];
const receive = (data: unknown) => last().onmessage?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  at = undefined;
});
afterEach(() => {
  vi.useRealTimers();
});

test('scanner connects, sends Connect, and requests a finger by itself', async () => {
  await scanner().start();
  last().onopen?.();
  expect(last().sent).toEqual(['Connect', 'get-fingerprint']);
  expect(state.status).toBe('connected');
});
test('scanner waits for a press when the browser would prompt for permission', async () => {
  const mine = scanner('prompt');
  await mine.start();
  expect([sockets.length, state.status]).toEqual([0, 'needs-permission']);
  mine.connect();
  last().onopen?.();
  expect(state.status).toBe('connected');
});
test('scanner reports blocked permission', async () => {
  await scanner('denied').start();
  expect(state.status).toBe('blocked');
});
test('scanner answers both forms of ping', async () => {
  await scanner('granted', false).start();
  last().onopen?.();
  receive('ping');
  receive({ type: 'ping' });
  expect(last().sent).toEqual(['Connect', 'pong', 'pong']);
});
test("scanner shows the service's messages and the scanned template", async () => {
  await scanner().start();
  last().onopen?.();
  receive({ code: '200', message: 'Finger 1 of 3' });
  expect(state).toMatchObject({ status: 'info', text: 'Finger 1 of 3' });
  receive({ code: '400', message: 'Press harder' });
  expect(state).toMatchObject({ status: 'warning', text: 'Press harder' });
  receive({ code: 200, message: 'done', template: PICTURE });
  expect(state).toMatchObject({ status: 'scanned', template: PICTURE });
});
test('scanner requests a finger again two seconds after a warning', async () => {
  await scanner().start();
  last().onopen?.();
  receive({ code: '400', message: 'Too faint' });
  expect(state).toMatchObject({ status: 'warning', text: 'Too faint' });
  vi.advanceTimersByTime(2000);
  expect(last().sent).toEqual(['Connect', 'get-fingerprint', 'get-fingerprint']);
});
test('scanner flushes and requests anew on a press, even during a scan', async () => {
  const mine = scanner();
  await mine.start();
  last().onopen?.();
  receive({ code: '200', message: 'Put finger 1 of 3' });
  mine.capture();
  expect(state.status).toBe('connected');
  expect(last().sent).toEqual(['Connect', 'get-fingerprint', 'flush', 'get-fingerprint']);
});
test('scanner backs off after 1, 2, 5 and 10 seconds from a service that is busy with another page', async () => {
  await scanner().start();
  const waits: (number | null)[] = [];
  for (let attempt = 1; attempt <= 4; attempt++) {
    last().onopen?.();
    receive({ code: '400', message: 'The scanner is busy with another page' });
    last().onclose?.({ reason: 'The scanner is busy with another page' });
    waits.push(state.retryIn);
    vi.advanceTimersByTime((state.retryIn ?? 0) * 1000);
  }
  expect(waits).toEqual([1, 2, 5, 10]);
});
test('scanner flush clears the template, and requests the next one after the lift delay', async () => {
  const mine = scanner();
  await mine.start();
  last().onopen?.();
  receive({ code: '200', message: '', template: PICTURE });
  mine.flush();
  expect(state.template).toBeNull();
  vi.advanceTimersByTime(BLIND_LIFT_MS - 1);
  expect(last().sent).toEqual(['Connect', 'get-fingerprint', 'flush']);
  vi.advanceTimersByTime(1);
  expect(last().sent).toEqual(['Connect', 'get-fingerprint', 'flush', 'get-fingerprint']);
});
test('scanner requests at once after a flush when the service reports lifting itself', async () => {
  const mine = scanner();
  await mine.start();
  last().onopen?.();
  receive({ type: 'finger', on: false, lift: false, touch: 1, of: 1 });
  expect(state.status).toBe('touch');
  receive({ code: '200', message: '', template: PICTURE });
  mine.flush();
  expect(last().sent).toEqual(['Connect', 'get-fingerprint', 'flush', 'get-fingerprint']);
  receive({ type: 'finger', on: true, lift: true, touch: 1, of: 1 });
  expect(state.status).toBe('lift');
});
test('scanner reports that another page is served', async () => {
  await scanner().start();
  last().onopen?.();
  receive({ code: '400', message: 'The scanner is busy with another page' });
  last().onclose?.({ reason: 'The scanner is busy with another page', code: 1013 });
  expect(state).toMatchObject({ status: 'busy', retryIn: 1 });
});
test('scanner ignores malformed messages, and closes on one that is too long', async () => {
  await scanner().start();
  last().onopen?.();
  for (const noise of [
    '{',
    'null',
    '[]',
    { code: '999' },
    { code: '200', template: { Template: '<b>' } },
    { type: 'x' },
  ])
    receive(noise);
  expect(state.status).toBe('connected');
  receive('x'.repeat(2 * 1024 * 1024 + 1));
  expect(last().closed).toBe(true);
});
test('scanner that cannot connect retries after 1, 2, 5 and then every 10 seconds', async () => {
  await scanner().start();
  const waits: (number | null)[] = [];
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(sockets.length).toBe(attempt);
    last().onerror?.();
    last().onclose?.({ reason: '' });
    expect(state.status).toBe('error');
    waits.push(state.retryIn);
    vi.advanceTimersByTime((state.retryIn ?? 0) * 1000);
  }
  expect(waits).toEqual([1, 2, 5, 10, 10]);
});
test('scanner shows why an open connection was closed, and reconnects', async () => {
  await scanner().start();
  last().onopen?.();
  last().onclose?.({ reason: 'Another page is served' });
  expect(state).toMatchObject({ status: 'closed', text: 'Another page is served', retryIn: 1 });
  vi.advanceTimersByTime(1000);
  last().onopen?.();
  expect(state.status).toBe('connected');
});
test('scanner disconnect closes the socket and stops retries, even while permission is being queried', async () => {
  const mine = scanner();
  const starting = mine.start();
  mine.disconnect();
  await starting;
  expect(sockets.length).toBe(0);
  await mine.start();
  last().onclose?.({ reason: '' });
  mine.disconnect();
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(1);
  await mine.start();
  last().onopen?.();
  expect(last().closed).toBe(false);
  mine.disconnect();
  expect(last().closed).toBe(true);
});

test('scanner retries an unpaired mini computer only on request', async () => {
  for (const isOpen of [false, true]) {
    const mine = scanner();
    await mine.start();
    if (isOpen) last().onopen?.();
    const before = sockets.length;
    last().onclose?.({ reason: '', code: 4401 });
    expect(state).toMatchObject({ status: 'unpaired', retryIn: null });
    vi.advanceTimersByTime(600_000);
    expect(sockets.length).toBe(before);
    mine.connect();
    last().onopen?.();
    expect(state.status).toBe('connected');
    mine.disconnect();
  }
});
test('scanner retries after 60 seconds when the mini computer rate-limited it', async () => {
  await scanner().start();
  last().onclose?.({ reason: '', code: 4429 });
  expect(state).toMatchObject({ status: 'error', retryIn: 60 });
  vi.advanceTimersByTime(59_999);
  expect(sockets.length).toBe(1);
  vi.advanceTimersByTime(1);
  expect(sockets.length).toBe(2);
});
test('scanner names the mini computer that is unreachable or busy', async () => {
  at = 'gate.lan';
  await scanner().start();
  last().onclose?.({ reason: '' });
  expect(state).toMatchObject({ status: 'error', at: 'gate.lan', retryIn: 1 });
  vi.advanceTimersByTime(1000);
  last().onopen?.();
  expect(state.at).toBeUndefined();
  last().onclose?.({ reason: '', code: 1013 });
  expect(state).toMatchObject({ status: 'busy', at: 'gate.lan' });
});
