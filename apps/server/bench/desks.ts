import { randomUUID } from 'node:crypto';
import { connect as connectSocket } from 'node:net';

export interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  /** Number of calls answered 200, each answer read to its end. */
  readonly acknowledged: number;
}

/** Cash desk: where a cash desk sends its deposits. */
export interface CashDesk {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whose wallets it pays into, in turn. */
  readonly numbers: readonly string[];
}

/**
 * Cash desks that each send one deposit after the other for some seconds, over a socket of their own, with a new key for
 * each. Written on the bare socket, since the desks share the machine with what they measure.
 */
export async function pay(desks: readonly CashDesk[], seconds: number): Promise<Figures> {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(desks.map((desk) => payFrom(desk, start + seconds * 1000, times)));
  const took = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { rate: times.length / took, p50: at(0.5), p95: at(0.95), acknowledged: times.length };
}

function payFrom({ port, headers, numbers }: CashDesk, end: number, times: number[]): Promise<void> {
  const head = `POST /api/wallet/deposit HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`;
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host: '127.0.0.1', port, noDelay: true });
    let place = 0;
    let sent = 0;
    let got = '';
    const send = () => {
      const body = `{"admissionNumber":"${numbers[place++ % numbers.length]}","amount":1,"reference":"bench"}`;
      sent = performance.now();
      socket.write(`${head}content-length: ${body.length}\r\nidempotency-key: ${randomUUID()}\r\n\r\n${body}`);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      const body = got.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(got)?.[1] ?? Number.NaN);
      if (body < 4 || !(got.length >= body + length)) return;
      if (!got.startsWith('HTTP/1.1 200 ')) {
        socket.destroy();
        reject(new Error(`answered ${got.slice(0, 12)}: ${got.slice(body)}`));
        return;
      }
      got = '';
      const now = performance.now();
      times.push(now - sent);
      if (now < end) send();
      else socket.end();
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}
