import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { header } from './headers.ts';

const hashes = new WeakMap<FastifyRequest, Hash>();

/** Computes the SHA-256 of each body while it is read, for requests with a `device` header. */
export function digestBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (header(request, 'device') === undefined || isForm(request)) return done(null, payload);
    const hash = createHash('sha256');
    hashes.set(request, hash);
    const read = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, next) {
          hash.update(chunk);
          // Fastify compares the received bytes with the announced length.
          read.receivedEncodedLength += chunk.length;
          next(null, chunk);
        },
      }),
      { receivedEncodedLength: 0 },
    );
    payload.on('error', (error) => read.destroy(error));
    done(null, payload.pipe(read));
  });
}

/** Computes the SHA-256 of a form, whose parts are read from the socket. Call this right before the parts are read. */
export function digestForm(request: FastifyRequest): void {
  if (header(request, 'device') === undefined) return;
  const hash = createHash('sha256');
  hashes.set(request, hash);
  request.raw.on('data', (chunk: Buffer) => hash.update(chunk));
}

/** Returns the SHA-256 of a body that was read to its end, in hex; that of an empty input when there was no body. */
export function bodyDigest(request: FastifyRequest): string {
  return (hashes.get(request) ?? createHash('sha256')).copy().digest('hex');
}

function isForm(request: FastifyRequest): boolean {
  return header(request, 'content-type')?.startsWith('multipart/') ?? false;
}
