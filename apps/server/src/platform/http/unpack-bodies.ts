import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { header } from './headers.ts';
import { Refusal } from './refusal.ts';

/**
 * Takes bodies that a client has packed with gzip: a picture in base64 is a quarter smaller so. What comes out is held to the limit of its
 * call while it is unpacked, so that a small body cannot grow to gigabytes. A device's signature is over the bytes as they came.
 */
export function unpackBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (header(request, 'content-encoding')?.toLowerCase() !== 'gzip') return done(null, payload);
    done(null, unpacked(payload, request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0));
  });
}

/** Unpacked stream; an error, and the end of the stream, as soon as that is more than `most` bytes. */
export function unpacked(payload: Readable, most: number): Transform & { receivedEncodedLength: number } {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      // Fastify holds what has come against the length that was announced, and against the limit.
      out.receivedEncodedLength += chunk.length;
      next(null, chunk);
    },
  });
  let length = 0;
  const out = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, next) {
        length += chunk.length;
        next(length > most ? tooLarge() : null, chunk);
      },
    }),
    { receivedEncodedLength: 0 },
  );
  // The fault is met as an error of the stream that is read.
  pipeline(payload, counted, createGunzip(), out, () => undefined);
  return out;
}

function tooLarge(): Refusal & { statusCode: number } {
  return Object.assign(new Refusal('input.too-large', 'What was sent is too large.'), { statusCode: 413 });
}
