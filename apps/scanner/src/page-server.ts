import { WebSocket } from 'ws';
import { PING, refused } from './frames.ts';
import { watchGlass } from './glass.ts';
import type { Journal } from './journal.ts';
import type { Reader } from './reader.ts';
import { type Session, startSession } from './session.ts';
import type { Signer } from './signer.ts';

/** Unread data after which a page that does not read its frames is dropped. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;
/** Time in milliseconds for the current page to answer a ping when another page connects. */
const PROOF_OF_LIFE_MS = 1_500;
const MAX_QUEUED = 8;

export interface PageServerOptions {
  readonly reader: Reader;
  readonly journal: Journal;
  /** Signs captures; undefined where the service has no key. */
  readonly signer?: Signer | undefined;
  readonly pauseMs: number;
  readonly waitMs: number;
  /** Milliseconds between pings; a page that misses two is dropped. */
  readonly pingMs: number;
  readonly pageChanged: () => void;
}

/** Serves one page at a time with the reader, from loopback or LAN; other pages are told that the scanner is busy. */
export interface PageServer {
  /** Serves a page that may scan, or tells it that another page is being served. */
  serve(page: WebSocket): void;
  /** Returns true while too many pages wait for an answer. */
  isFull(): boolean;
  /** Ends the connection with a page at once: its requests are dropped, and it receives nothing more about a finger. */
  drop(page: WebSocket, code: number): void;
  hasPage(): boolean;
  stop(): void;
}

const TIME_TO_CLOSE_MS = 1_000;

export function createPageServer(options: PageServerOptions): PageServer {
  let current: { readonly page: WebSocket; readonly end: () => void } | undefined;
  const glass = watchGlass(options.reader);
  let inLine = 0;

  async function admit(page: WebSocket): Promise<void> {
    page.pause();
    while (current !== undefined) {
      const { page: other } = current;
      if (await isAlive(other)) {
        page.resume();
        page.send(refused('The scanner is busy with another page'));
        page.close(1013, 'The scanner is busy with another page');
        return;
      }
      other.terminate();
      if (current?.page === other) current.end();
    }
    if (page.readyState !== WebSocket.OPEN) return;
    begin(page);
    page.resume();
  }

  function begin(page: WebSocket): void {
    let missed = 0;
    const session: Session = startSession({
      reader: options.reader,
      glass,
      signer: options.signer,
      pauseMs: options.pauseMs,
      waitMs: options.waitMs,
      send(frame, kind) {
        if (page.readyState !== WebSocket.OPEN) return;
        if (page.bufferedAmount > MAX_UNREAD_BYTES) return page.terminate();
        page.send(frame);
        options.journal.note('scanner', kind);
      },
      heard(kind) {
        if (kind !== 'pong') options.journal.note('page', kind);
      },
      hangUp: () => page.close(1008, 'The scanner did not understand the page'),
    });
    const heartbeat = setInterval(() => {
      if (missed >= 2) return page.terminate();
      missed += 1;
      page.ping();
      page.send(PING);
    }, options.pingMs);
    function end(): void {
      if (current?.page !== page) return;
      current = undefined;
      clearInterval(heartbeat);
      session.end();
      options.pageChanged();
    }
    current = { page, end };
    page.on('pong', () => {
      missed = 0;
    });
    page.on('message', (data, isBinary) => {
      missed = 0;
      if (page.readyState === WebSocket.OPEN) session.receive(isBinary ? '' : data.toString());
    });
    page.on('close', end);
    options.pageChanged();
  }

  return {
    serve(page) {
      inLine += 1;
      void admit(page).finally(() => {
        inLine -= 1;
      });
    },
    isFull: () => inLine >= MAX_QUEUED,
    drop(page, code) {
      if (current?.page === page) current.end();
      hangUp(page, code);
    },
    hasPage: () => current !== undefined,
    stop() {
      current?.end();
      glass.stop();
    },
  };
}

/** Closes a connection with that code; if the peer does not close its side, the connection is cut. */
export function hangUp(page: WebSocket, code: number): void {
  page.close(code);
  const cut = setTimeout(() => page.terminate(), TIME_TO_CLOSE_MS);
  page.once('close', () => clearTimeout(cut));
}

/** Resolves with true if a page still answers: browsers answer a ping by themselves while the page is open. */
function isAlive(page: WebSocket): Promise<boolean> {
  if (page.readyState !== WebSocket.OPEN) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(false), PROOF_OF_LIFE_MS);
    const yes = () => settle(true);
    const no = () => settle(false);
    function settle(alive: boolean): void {
      clearTimeout(timer);
      page.off('pong', yes).off('message', yes).off('close', no);
      resolve(alive);
    }
    page.on('pong', yes).on('message', yes).on('close', no);
    page.ping();
  });
}
