import { type Endpoint, largestBody, SMALL_BODY } from '@mfuko/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeapWatch } from '../process/heap-watch.ts';
import { Refusal } from './refusal.ts';

/** Share of the heap that large bodies may occupy together, from arrival until they are processed. */
const SHARE_OF_BODIES = 0.25;
const AGAIN_SECONDS = 2;
const AGAIN_WHEN_TIGHT_SECONDS = 30;

/**
 * Properties of work that needs much memory and can wait: file uploads and downloads, and calls that take minutes. Calls of gate, bus,
 * roll call and counter have none of them.
 */
type Weighed = Pick<Endpoint, 'files' | 'body' | 'slow' | 'kind'>;

export interface MemoryGuard {
  /**
   * Admits a call before its body is read, if there is memory for that body; the reservation is released when the response has been
   * sent or the connection has closed. One user may reserve at most half of the room for large bodies. Throws server.busy.
   */
  admit(endpoint: Weighed, request: FastifyRequest, reply: FastifyReply, who: string): void;
  /** Returns the number of refused calls. */
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
      // The length of a compressed body says nothing about its uncompressed size.
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
