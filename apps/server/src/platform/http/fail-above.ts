import type { FastifyRequest } from 'fastify';

/**
 * Rejects as soon as more than `most` bytes of a body have arrived. Call this once the body is being read: the form parser reads a file
 * or field that is too long to its end, which may never come.
 */
export function failAbove(most: number, { raw }: FastifyRequest, tooLarge: () => Error): Promise<never> {
  let length = 0;
  return new Promise((_, fail) => {
    raw.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > most) fail(tooLarge());
    });
  });
}
