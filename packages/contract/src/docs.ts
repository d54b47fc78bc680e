import { z } from 'zod';
import { ADMIN, read } from './endpoint.ts';

/** Returns the OpenAPI 3.1 description of every call, generated from this contract. */
export const getApiDescription = read('docs/openapi.json', {
  access: ADMIN,
  school: 'none',
  input: z.object({}),
  output: z.looseObject({
    openapi: z.literal('3.1.0'),
    info: z.looseObject({ title: z.string(), description: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});
