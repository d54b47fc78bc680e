import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { header } from './headers.ts';

const hashes = new WeakMap<FastifyRequest, Hash>();

/** Takes the SHA-256 of the body of every request that says which device it is from, while it is read. */
export function digestBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (header(request, 'device') === undefined || isForm(request)) return done(null, payload);
    const hash = createHash('sha256');
    hashes.set(request, hash);
    const read = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, next) {
          hash.update(chunk);
          // Fastify holds what has come against the length that was announced.
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

/** The same for a form, whose parts are read from the socket: to be called right before they are. */
export function digestForm(request: FastifyRequest): void {
  if (header(request, 'device') === undefined) return;
  const hash = createHash('sha256');
  hashes.set(request, hash);
  request.raw.on('data', (chunk: Buffer) => hash.update(chunk));
}

/** SHA-256 of a body that was read to its end, in hex; of none where there was no body. */
export function bodyDigest(request: FastifyRequest): string {
  return (hashes.get(request) ?? createHash('sha256')).copy().digest('hex');
}

function isForm(request: FastifyRequest): boolean {
  return header(request, 'content-type')?.startsWith('multipart/') ?? false;
}
