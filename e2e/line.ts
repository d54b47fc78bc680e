import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Proxy between a desk and its server, whose connection can be cut. */
export interface Line {
  /** Address at which the desk finds its server: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** From now on requests pass, but answers are held back. */
  holdAnswers(): void;
  /** Closes every connection, and each new one at once. */
  cut(): void;
  restore(): void;
  close(): void;
}

/** Starts a proxy to the server at `to`. */
export async function startCuttableProxy(to: string): Promise<Line> {
  const port = Number(new URL(to).port);
  const open = new Set<Socket>();
  let state: 'whole' | 'deaf' | 'cut' = 'whole';
  const server = createServer((desk) => {
    desk.on('error', () => desk.destroy());
    if (state === 'cut') return void desk.destroy();
    const onward = connect(port, '127.0.0.1');
    for (const [end, other] of [
      [desk, onward],
      [onward, desk],
    ] as const) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        open.delete(end);
        other.destroy();
      });
    }
    desk.pipe(onward);
    onward.on('data', (bytes) => {
      if (state === 'whole') desk.write(bytes);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAnswers: () => {
      state = 'deaf';
    },
    cut() {
      state = 'cut';
      for (const socket of [...open]) socket.destroy();
    },
    restore: () => {
      state = 'whole';
    },
    close() {
      for (const socket of [...open]) socket.destroy();
      server.close();
    },
  };
}
