import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { header } from './headers.ts';
import { Refusal } from './refusal.ts';

/**
 * Accepts bodies that a client has compressed with gzip: an image in base64 becomes a quarter smaller. The uncompressed size is checked
 * against the call's limit while unpacking, so that a small body cannot expand to gigabytes. A device signs the bytes as sent.
 */
export function unpackBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (header(request, 'content-encoding')?.toLowerCase() !== 'gzip') return done(null, payload);
    done(null, unpacked(payload, request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0));
  });
}

/** Returns the unpacked stream, which fails as soon as more than `most` bytes have come out. */
export function unpacked(payload: Readable, most: number): Transform & { receivedEncodedLength: number } {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      // Fastify compares the received bytes with the announced length and with the limit.
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
  // An error appears on the stream that is read.
  pipeline(payload, counted, createGunzip(), out, () => undefined);
  return out;
}

function tooLarge(): Refusal & { statusCode: number } {
  return Object.assign(new Refusal('input.too-large', 'The request is too large.'), { statusCode: 413 });
}
