import type { Endpoint } from '@mfuko/contract/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveEvent, listenTo } from './live.ts';
import { CallError } from './problems.ts';

const asked: { lastEventId: string | null; signal: AbortSignal }[] = [];
let answer: () => Promise<Response>;
vi.mock('./request.ts', () => ({
  openStream: (_endpoint: Endpoint, options: (typeof asked)[number]) => {
    asked.push(options);
    return answer();
  },
}));

let stop: () => void;
const heard: LiveEvent[] = [];
/** Send: what the server sends on the stream that is open. */
let send: (text: string) => void;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked.length = 0;
  heard.length = 0;
  answer = async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const { signal } = asked.at(-1) as (typeof asked)[number];
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        end = () => controller.close();
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  };
  look(true);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function look(visible: boolean): void {
  Object.defineProperty(document, 'hidden', { value: !visible, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}

async function listen(): Promise<void> {
  stop = listenTo({} as Endpoint, (event) => heard.push(event));
  await pass(0.01);
}

test('listenTo parses events across chunk boundaries, and ignores comments', async () => {
  await listen();
  for (const piece of [': \n\nevent: op', 'en\ndata: {"unr', 'ead":2}\n', '\nretry: 2000\n\n']) send(piece);
  await pass(0.01);
  expect(heard).toEqual([{ event: 'open', data: { unread: 2 } }]);
});

test('listenTo reconnects with the last event id after the stream ended', async () => {
  await listen();
  expect(asked[0]?.lastEventId).toBeNull();
  send('event: notice\nid: seven\ndata: {}\n\n');
  await pass(0.01);
  end();
  await pass(2);
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([null, 'seven']);
});

test("listenTo waits for the server's Retry-After before it reconnects", async () => {
  const busy = new CallError({ status: 429, body: null, atLogin: false, retryAfterSeconds: 60 });
  answer = () => Promise.reject(busy);
  await listen();
  await pass(50);
  expect(asked).toHaveLength(1);
  await pass(50);
  expect(asked).toHaveLength(2);
});

test('listenTo does not reconnect after a 403', async () => {
  answer = () => Promise.reject(new CallError({ status: 403, body: null, atLogin: false }));
  await listen();
  await pass(600);
  expect(asked).toHaveLength(1);
});

test('listenTo reconnects when the stream was silent for 48 seconds', async () => {
  await listen();
  await pass(44);
  expect(asked[0]?.signal.aborted).toBe(false);
  await pass(4);
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(asked).toHaveLength(2);
});

test('listenTo closes its stream in a hidden tab, and reopens it when visible', async () => {
  await listen();
  look(false);
  expect(asked[0]?.signal.aborted).toBe(true);
  await pass(600);
  expect(asked).toHaveLength(1);
  look(true);
  await pass(0.01);
  expect(asked).toHaveLength(2);
});
