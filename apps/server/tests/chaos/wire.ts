import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seal, type WireKey } from '@mfuko/contract/seal';
import type { Cut } from './deck.ts';

export interface Heard {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface Letter {
  readonly path: string;
  readonly token: string;
  readonly school: string;
  readonly key: string;
  readonly input: Record<string, unknown>;
}

/** The way to a server whose every connection can be cut. Null: nothing was heard, and nobody knows what it did. */
export type Post = (url: string, letter: Letter, cut?: Cut | null, cutAfterMs?: number) => Promise<Heard | null>;

const PATIENCE_MS = 20_000;

export async function openPost(url: string): Promise<Post> {
  const config = (await (await fetch(`${url}/api/auth/config`)).json()) as { wireKey: string; wireKeyId: number };
  const wire: WireKey = { key: config.wireKey, id: config.wireKeyId };
  return async (to, letter, cut = null, cutAfterMs = 0) => {
    const body = JSON.stringify(letter.input);
    const asked = request(`${to}/api/${letter.path}`, {
      method: 'POST',
      agent: false,
      headers: {
        'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'chaos', n: randomUUID(), ts: Date.now() })),
        opToken: seal(wire, 'opToken', letter.token),
        school: letter.school,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': letter.key,
      },
    });
    const heard = listen(asked);
    if (cut === 'cut before it was sent whole') {
      asked.write(body.slice(0, body.length / 2));
      await sleep(cutAfterMs);
      asked.destroy();
      return null;
    }
    asked.end(body);
    if (cut === 'cut after it was sent') {
      await sleep(cutAfterMs);
      asked.destroy();
      return null;
    }
    const answer = await heard;
    return cut === 'the answer lost' ? null : answer;
  };
}

/** The answer of a request, or null where its connection ended before that. */
function listen(asked: ClientRequest): Promise<Heard | null> {
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
          const body = JSON.parse(Buffer.concat(chunks).toString()) as Heard['body'];
          resolve({ status: answer.statusCode ?? 0, body });
        } catch {
          resolve(null);
        }
      });
    });
  });
}
