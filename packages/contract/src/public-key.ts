import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

const coordinate = z.string().regex(/^[\w-]{43}$/, fieldMessage('form'));

/** Public half of a P-256 key, as a JWK. */
export const publicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate });
