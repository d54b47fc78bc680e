import { type Endpoint, largestBody, SMALL_BODY } from '@mfuko/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeapWatch } from '../process/heap-watch.ts';
import { Refusal } from './refusal.ts';

/** Share of the heap that large bodies may fill together while they arrive and are worked on. */
const SHARE_OF_BODIES = 0.25;
const AGAIN_SECONDS = 2;
const AGAIN_WHEN_TIGHT_SECONDS = 30;

/** Work that needs much memory and can wait: files that come or go, and calls of minutes. Gate, bus, roll call and counter have none. */
type Weighed = Pick<Endpoint, 'files' | 'body' | 'slow' | 'kind'>;

export interface MemoryGuard {
  /**
   * Lets a call in, before its body is read, while there is memory for it; what it may take is given back once it was answered or has
   * gone. Of all that large bodies may take one person has half at most. Throws server.busy.
   */
  admit(endpoint: Weighed, request: FastifyRequest, reply: FastifyReply, who: string): void;
  /** Number of calls that were turned away. */
  refused(): number;
}

export function openMemoryGuard(heap: Pick<HeapWatch, 'isTight' | 'limit'>): MemoryGuard {
  const room = heap.limit * SHARE_OF_BODIES;
  const taken = new Map<string, number>();
  let all = 0;
  let refused = 0;
  const turnAway = (seconds: number): never => {
    refused += 1;
    throw new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: seconds });
  };
  return {
    refused: () => refused,
    admit(endpoint, request, reply, who) {
      if (heap.isTight() && canWait(endpoint)) turnAway(AGAIN_WHEN_TIGHT_SECONDS);
      const most = largestBody(endpoint);
      if (most <= SMALL_BODY) return;
      // A packed body says nothing of what comes out of it.
      const isPacked = request.headers['content-encoding'] !== undefined;
      const told = Number((isPacked ? undefined : request.headers['content-length']) ?? most);
      const bytes = Math.min(Number.isFinite(told) ? told : most, most);
      const own = taken.get(who) ?? 0;
      if (all + bytes > room || own + bytes > room / 2) turnAway(AGAIN_SECONDS);
      all += bytes;
      taken.set(who, own + bytes);
      reply.raw.once('close', () => {
        all -= bytes;
        const left = (taken.get(who) ?? 0) - bytes;
        if (left > 0) taken.set(who, left);
        else taken.delete(who);
      });
    },
  };
}

function canWait({ files, slow, kind }: Weighed): boolean {
  return files !== undefined || slow === true || kind === 'file';
}
