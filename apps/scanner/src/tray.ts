import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { isOwnHost, mayChangeTray } from './callers.ts';
import type { Turn } from './finger-queue.ts';
import type { Fingers } from './fingers.ts';
import type { Journal } from './journal.ts';
import { listen, portOf } from './loopback.ts';
import type { Simulator } from './simulator.ts';

export interface TrayOptions {
  readonly port: number;
  readonly fingers: Fingers;
  readonly reader: Simulator;
  readonly journal: Journal;
  readonly hasPage: () => boolean;
}

export interface Tray {
  readonly port: number;
  /** Notifies the open tray pages of a change. */
  changed(): void;
  stop(): Promise<void>;
}

const FILES = new Map(
  [
    ['/', 'tray.html', 'text/html'],
    ['/tray.css', 'tray.css', 'text/css'],
    ['/tray.js', 'tray.js', 'text/javascript'],
  ].map(([path, file, type]) => [
    path,
    { type: `${type}; charset=utf-8`, body: readFileSync(new URL(`../tray/${file}`, import.meta.url)) },
  ]),
);

const GUARDS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
const TOLD_EVERY_MS = 50;
const MAX_PORTRAITS = 500;
const MAX_UNREAD_BYTES = 1024 * 1024;
const MAX_TURN_MS = 60_000;

/** Serves the tray page, which chooses the finger on the simulated reader. Loopback only, and only for its own page and for programs. */
export async function startTray({ port, fingers, reader, journal, hasPage }: TrayOptions): Promise<Tray> {
  const portraits = new Map<string, Uint8Array>();
  const watchers = new Set<ServerResponse>();
  let telling: NodeJS.Timeout | undefined;
  const server = createServer((request, response) => {
    if (!isOwnHost(request, portOf(server))) return answer(response, 403);
    if (request.method === 'GET') return show(request, response);
    if (request.method !== 'POST') return answer(response, 405);
    if (!mayChangeTray(request, portOf(server))) return answer(response, 403);
    request.resume();
    return answer(response, change(pathOf(request), new URLSearchParams(request.url?.split('?', 2)[1])));
  });

  function state(): string {
    return JSON.stringify({ ...reader.state(), page: hasPage(), log: journal.latest() });
  }

  function show(request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request);
    const file = FILES.get(path);
    const [, id] = /^\/fingers\/([\w-]+)\/portrait\.png$/.exec(path) ?? [];
    if (file !== undefined) answer(response, 200, file.type, file.body);
    else if (path === '/fingers') answer(response, 200, 'application/json', JSON.stringify(fingers.list()));
    else if (path === '/state') answer(response, 200, 'application/json', state());
    else if (path === '/events') watch(response);
    else if (path === '/favicon.ico') answer(response, 204);
    else if (id !== undefined && fingers.has(id)) void showPortrait(id, response);
    else answer(response, 404);
  }

  async function showPortrait(id: string, response: ServerResponse): Promise<void> {
    try {
      const portrait = portraits.get(id) ?? encodePng(await fingers.portrait(id));
      if (portraits.size < MAX_PORTRAITS) portraits.set(id, portrait);
      answer(response, 200, 'image/png', portrait);
    } catch {
      // The folder contains a file that is not a picture.
      answer(response, 404);
    }
  }

  function watch(response: ServerResponse): void {
    response.writeHead(200, { ...GUARDS, 'content-type': 'text/event-stream' }).write(`data: ${state()}\n\n`);
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
  }

  /** Carries out the request of a path; returns the HTTP status. */
  function change(path: string, query: URLSearchParams): number {
    const [, id, how] = /^\/fingers\/([\w-]+)\/(touch|queue)$/.exec(path) ?? [];
    if (id !== undefined) {
      if (!fingers.has(id)) return 404;
      if (how === 'touch') reader.touch(id);
      else reader.queue(id, turnOf(query));
    } else if (path === '/fingers/lift') reader.lift();
    else if (path === '/reader/unplug') reader.unplug();
    else if (path === '/reader/plug') reader.plug();
    else if (path === '/reader/dirty') reader.setDirty(true);
    else if (path === '/reader/clean') reader.setDirty(false);
    else return 404;
    return 204;
  }

  await listen(server, port);
  return {
    port: portOf(server),
    changed() {
      telling ??= setTimeout(() => {
        telling = undefined;
        for (const watcher of watchers) {
          if (watcher.writableLength > MAX_UNREAD_BYTES) watcher.destroy();
          else watcher.write(`data: ${state()}\n\n`);
        }
      }, TOLD_EVERY_MS);
    },
    async stop() {
      clearTimeout(telling);
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Parses a turn from the query, `stays=900&late=300&dry=1`; one second by default. */
function turnOf(query: URLSearchParams): Turn {
  const ms = (name: string, otherwise: number) => Math.min(Number(query.get(name) ?? otherwise) || 0, MAX_TURN_MS);
  return { stays: ms('stays', 1_000), dry: query.has('dry'), ...(query.has('late') ? { late: ms('late', 0) } : {}) };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

function answer(response: ServerResponse, status: number, type?: string, body?: string | Uint8Array): void {
  response.writeHead(status, { ...GUARDS, ...(type === undefined ? {} : { 'content-type': type }) }).end(body);
}
