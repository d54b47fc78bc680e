import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { header } from './headers.ts';

const pack = promisify(gzip);

/** Below that a packet carries it either way. */
const WORTH_IT = 1_024;

/**
 * Packs the answers of lists for clients that take it: a thousand students go out in a sixth of the bytes, for 2 ms beside the
 * event loop. Lists only, which hold nothing that a client's own words could be tried against: the size of a packed answer tells
 * how alike its parts are.
 */
export function packLists(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT || !reply.hasHeader('X-Total-Count')) return payload;
    reply.header('Vary', 'Accept-Encoding');
    if (!takesGzip(header(request, 'accept-encoding'))) return payload;
    reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
    return pack(payload, { level: constants.Z_BEST_SPEED });
  });
}

function takesGzip(accepted = ''): boolean {
  return accepted.split(',').some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each));
}
