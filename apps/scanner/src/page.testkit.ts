import { WebSocket } from 'ws';
import type { Scanner, ScannerOptions } from './scanner.ts';
import { startScanner } from './scanner.ts';

export interface Frame {
  readonly code?: string;
  readonly type?: string;
  readonly message?: string;
  readonly lift?: boolean;
  readonly advice?: string;
  readonly template?: {
    readonly Template: string;
    readonly SerialNumber: string;
    readonly Width: number;
    readonly Height: number;
    readonly DPI: number;
    readonly Size: number;
    readonly Challenge?: string;
    readonly Signature?: string;
  };
  readonly serialNumber?: string;
  readonly publicKey?: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };
  readonly signature?: string;
  readonly nonce?: string;
  readonly reader?: string;
  readonly tablet?: string;
}

/** Page's side of the WebSocket, for tests. */
export interface TestPage {
  readonly socket: WebSocket;
  ask(type: string, more?: object): void;
  /** Returns the next frame except pings. */
  next(): Promise<Frame>;
  closed(): Promise<number>;
}

/** Opens a connection as a page of the given origin. Rejects with `HTTP <status>` where it is refused. */
export function openPage(
  url: string,
  {
    origin = 'http://127.0.0.1:4000',
    headers = {},
    ...options
  }: {
    origin?: string | undefined;
    headers?: Record<string, string>;
    autoPong?: boolean;
    ca?: string | undefined;
  } = {},
): Promise<TestPage> {
  const socket = new WebSocket(url, { headers: { ...(origin === '' ? {} : { origin }), ...headers }, ...options });
  const frames: Frame[] = [];
  const takers: ((frame: Frame) => void)[] = [];
  const closed = new Promise<number>((done) => {
    socket.on('close', done);
  });
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as Frame;
    if (frame.type === 'ping') return;
    const taker = takers.shift();
    if (taker) taker(frame);
    else frames.push(frame);
  });
  const page: TestPage = {
    socket,
    ask: (type, more) => socket.send(JSON.stringify({ type, ...more })),
    next() {
      const frame = frames.shift();
      return frame
        ? Promise.resolve(frame)
        : new Promise((done) => {
            takers.push(done);
          });
    },
    closed: () => closed,
  };
  return new Promise((done, fail) => {
    socket.on('open', () => done(page));
    socket.on('unexpected-response', (_request, response) => {
      fail(new Error(`HTTP ${response.statusCode}`));
      socket.terminate();
    });
    socket.on('error', fail);
  });
}

/** Starts a scanner service on free ports, without pauses. */
export function startForTest(options: ScannerOptions = {}): Promise<Scanner> {
  return startScanner({ port: 0, trayPort: 0, pauseMs: 0, seed: 1, ...options });
}

/** Requests a fingerprint and returns the frame that ends the scan. */
export async function scan(page: TestPage, wish: object = {}): Promise<Frame> {
  page.ask('get-fingerprint', wish);
  for (;;) {
    const frame = await page.next();
    if (frame.template || frame.code === '400') return frame;
  }
}
