import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seal, type WireKey } from '@mfuko/contract/seal';
import type { RequestFault } from './fault-schedule.ts';

export interface ReceivedAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface OutgoingRequest {
  readonly path: string;
  readonly token: string;
  readonly school: string;
  readonly key: string;
  readonly input: Record<string, unknown>;
}

/** Transport to a server whose connections can be cut. Null: no answer, so the outcome is unknown. */
export type Transport = (
  url: string,
  outgoing: OutgoingRequest,
  fault?: RequestFault | null,
  cutAfterMs?: number,
) => Promise<ReceivedAnswer | null>;

const PATIENCE_MS = 20_000;

export async function openFaultyTransport(url: string): Promise<Transport> {
  const config = (await (await fetch(`${url}/api/auth/config`)).json()) as { wireKey: string; wireKeyId: number };
  const wire: WireKey = { key: config.wireKey, id: config.wireKeyId };
  return async (to, outgoing, fault = null, cutAfterMs = 0) => {
    const body = JSON.stringify(outgoing.input);
    const asked = request(`${to}/api/${outgoing.path}`, {
      method: 'POST',
      agent: false,
      headers: {
        'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'chaos', n: randomUUID(), ts: Date.now() })),
        opToken: seal(wire, 'opToken', outgoing.token),
        school: outgoing.school,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': outgoing.key,
      },
    });
    const received = listen(asked);
    if (fault === 'cut before it was sent whole') {
      asked.write(body.slice(0, body.length / 2));
      await sleep(cutAfterMs);
      asked.destroy();
      return null;
    }
    asked.end(body);
    if (fault === 'cut after it was sent') {
      await sleep(cutAfterMs);
      asked.destroy();
      return null;
    }
    const answer = await received;
    return fault === 'the answer lost' ? null : answer;
  };
}

/** Returns the answer of a request; null if its connection ended before. */
function listen(asked: ClientRequest): Promise<ReceivedAnswer | null> {
  return new Promise((resolve) => {
    asked.setTimeout(PATIENCE_MS, () => asked.destroy());
    asked.on('error', () => resolve(null));
    asked.on('close', () => resolve(null));
    asked.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => resolve(null));
      answer.on('end', () => {
        try {
          const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedAnswer['body'];
          resolve({ status: answer.statusCode ?? 0, body });
        } catch {
          resolve(null);
        }
      });
    });
  });
}
