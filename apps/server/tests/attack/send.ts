import { Agent, request } from 'node:http';
import { request as requestByTls, Agent as TlsAgent } from 'node:https';
import type { HostileRequest } from './hostile-requests.ts';

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: string;
  readonly text: string;
  readonly ms: number;
}

/** Address of a server, or of its proxy with the certificate of the authority behind it. */
export interface Server {
  readonly url: string;
  readonly root?: string;
}

export interface Sender {
  /** Returns the answer; null if the request could not be sent, or its connection was cut. */
  send(hostile: HostileRequest): Promise<ReceivedAnswer | null>;
  close(): void;
}

const PATIENCE_MS = 60_000;
/** Maximum number of bytes that are read of an answer; none of ours is longer. */
const MAX_READ = 2_000_000;

/** Sends requests unmodified, without the corrections of well-behaved clients; by TLS to a server whose authority is given. */
export function openSender({ url, root }: Server): Sender {
  const { hostname, port } = new URL(url);
  const agent = root === undefined ? new Agent({ keepAlive: true }) : new TlsAgent({ keepAlive: true, ca: root });
  const send = ({ method, target, headers, body }: HostileRequest) =>
    new Promise<ReceivedAnswer | null>((resolve) => {
      const started = performance.now();
      const asked = (root === undefined ? request : requestByTls)({
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: headers as Record<string, string>,
      });
      asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error('no answer')));
      asked.on('error', () => resolve(null));
      asked.on('close', () => resolve(null));
      asked.on('response', (answer) => {
        let text = '';
        const received = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: JSON.stringify(answer.headers),
            text,
            ms: performance.now() - started,
          });
        // A stream does not end by itself.
        if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
          received();
          asked.destroy();
          return;
        }
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          if (text.length < MAX_READ) text += chunk;
        });
        answer.on('end', received);
      });
      asked.end(body ?? undefined);
    });
  return {
    async send(hostile) {
      try {
        return await send(hostile);
      } catch {
        // Node refuses to send the request.
        return null;
      }
    },
    close: () => agent.destroy(),
  };
}
