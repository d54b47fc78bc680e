import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { header } from './headers.ts';

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Minimum length: a smaller answer fits into one packet anyway. */
const WORTH_IT = 1_024;

/**
 * Compresses the answers of lists for clients that accept it: a thousand students take a seventh of the bytes, for some milliseconds
 * outside the event loop. Other answers are left alone, since the size of a compressed answer reveals how similar its parts are; a list
 * contains no text that a client could use to probe for secrets.
 */
export function packLists(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT || !reply.hasHeader('X-Total-Count')) return payload;
    reply.header('Vary', 'Accept-Encoding');
    const way = wayFor(header(request, 'accept-encoding'));
    if (!way) return payload;
    reply.header('Content-Encoding', way).removeHeader('Content-Length');
    return way === 'br'
      ? brotli(payload, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: payload.length },
        })
      : zip(payload, { level: constants.Z_BEST_SPEED });
  });
}

const WAYS = [
  ['br', /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i],
  ['gzip', /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i],
] as const;

/** Returns the encoding for a client: Brotli, which is smaller, if it is accepted, otherwise gzip; undefined when neither is. */
function wayFor(accepted = ''): 'br' | 'gzip' | undefined {
  const taken = accepted.split(',');
  return WAYS.find(([, pattern]) => taken.some((each) => pattern.test(each)))?.[0];
}
