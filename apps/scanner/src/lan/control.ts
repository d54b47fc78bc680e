import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import type { Lan } from './lan.ts';

/** Request of the command `mfuko-scanner` to the running service. */
export type Asked =
  | { readonly do: 'pair' | 'tablets' | 'certificate' }
  | { readonly do: 'unpair'; readonly id: string };

/** Response of the service to the command; only `problem` where the request failed. */
export interface Told {
  readonly problem?: string;
  readonly url?: string;
  readonly code?: string;
  readonly until?: number;
  readonly tablets?: readonly {
    readonly id: string;
    readonly label: string;
    readonly since: string;
    readonly lastSeen: string;
    readonly isHere: boolean;
  }[];
  readonly root?: string;
}

const MAX_LINE_LENGTH = 1_000;
const PATIENCE_MS = 5_000;

/** Serves the command on a socket that only the service's own user and root may open. The pairing code is disclosed here alone. */
export async function answerCommands(path: string, lan: Lan): Promise<{ stop(): Promise<void> }> {
  // A killed service leaves its socket file behind; a second service cannot run, since the port is taken.
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    void readLine(socket).then((line) => socket.end(`${JSON.stringify(answer(line, lan))}\n`));
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(path, done);
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
  return {
    async stop() {
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Sends a request to the running service. Rejects with a readable sentence where none answers. */
export async function askService(path: string, asked: Asked): Promise<Told> {
  const socket = connect(path);
  const connected = new Promise<void>((done, fail) => {
    socket.once('connect', done);
    socket.once('error', fail);
  });
  try {
    await connected;
  } catch (error) {
    throw new Error(explain(error));
  }
  socket.write(`${JSON.stringify(asked)}\n`);
  return JSON.parse(await readLine(socket, Number.POSITIVE_INFINITY)) as Told;
}

function answer(line: string, lan: Lan): Told {
  try {
    const asked = JSON.parse(line) as Asked;
    if (asked.do === 'pair') return { url: lan.url, ...lan.pair() };
    if (asked.do === 'tablets') return { tablets: lan.tablets() };
    if (asked.do === 'certificate')
      return lan.root ? { root: lan.root } : { problem: 'The certificate is not its own.' };
    if (asked.do !== 'unpair') return { problem: 'The service does not know that.' };
    const tablet = lan.unpair(asked.id);
    if (tablet === undefined) return { problem: 'No tablet, or more than one, has an id that begins so.' };
    return { tablets: [{ ...tablet, isHere: false }] };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'fault' };
  }
}

/** Reads a line of the peer; returns the data so far where the peer ends or times out. */
function readLine(socket: Socket, longest = MAX_LINE_LENGTH): Promise<string> {
  return new Promise((done) => {
    let text = '';
    const finish = () => done(text.split('\n')[0] ?? '');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    // An aborted command sends an incomplete line, which is refused.
    socket.on('error', finish).on('close', finish);
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n') || text.length > longest) finish();
    });
  });
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES') return 'This is for root and the service: put sudo before the command.';
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return 'The service does not run, or SCANNER_LAN is not set: systemctl status mfuko-scanner';
  return message;
}
