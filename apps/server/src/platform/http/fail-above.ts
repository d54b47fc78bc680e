import type { FastifyRequest } from 'fastify';

/**
 * Fails as soon as more of a body has come than so many bytes, to be called once something reads it: the parser of forms takes a file or a field that
 * is too long to its end, which may never come.
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
