import { z } from 'zod';

const PATIENCE_MS = 5_000;
/** Response of this server: an acknowledgement, or the refusal of a caller that is not the provider. */
const ours = z.union([z.object({ ResultCode: z.unknown() }), z.object({ problem: z.literal('call.unknown') })]);

/** Returns true if a URL leads to this server, by a request from this machine. The request body is empty, so nothing is recorded. */
export async function leadsHere(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return ours.safeParse(await answer.json()).success;
  } catch {
    // No answer, or an unknown one: the URL does not lead here.
    return false;
  }
}
