import { z } from 'zod';

const PATIENCE_MS = 5_000;
/** An acknowledgement, or the refusal of one who is not the provider. */
const ours = z.union([z.object({ ResultCode: z.unknown() }), z.object({ problem: z.literal('call.unknown') })]);

/** Tells whether an address of ours leads to this server, asked from the machine itself: what is told there says nothing, and is not kept. */
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
    // Nobody answers there, or somebody else: that is what was asked.
    return false;
  }
}
