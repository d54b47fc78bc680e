import { z } from 'zod';
import { PaymentsError } from '../port.ts';
import type { Ask } from './transport.ts';

const answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const FRESH_S = 3_300;

/** Fetches a new token, which invalidates the previous one. `renewIn` and `livesFor` are seconds from the request. */
export async function fetchToken(ask: Ask, authorization: string) {
  const said = await ask({
    method: 'GET',
    path: '/oauth/v1/generate?grant_type=client_credentials',
    authorization,
  });
  const parsed = answer.safeParse(said);
  if (!parsed.success) throw new PaymentsError('the provider gave no token', { retry: true });
  const { access_token: token, expires_in: livesFor } = parsed.data;
  return { token, livesFor, renewIn: Math.min(FRESH_S, livesFor * 0.95) };
}
