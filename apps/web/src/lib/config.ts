import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { WireKey } from '@mfuko/contract/seal';
import type { authConfig } from '@mfuko/contract/session';

export type ClientConfig = AnswerOf<typeof authConfig>;

// Written out, because the contract's own constant would bring every schema along into the first download.
const PATH: (typeof authConfig)['path'] = 'auth/config';
const KEPT = 'config';
let current: ClientConfig | null = null;

declare global {
  interface Window {
    /** Asked for by `public/early.js`, before this file was there. Taken once: what failed is asked for anew. */
    earlyConfig?: Promise<Response> | undefined;
  }
}

/**
 * Asks the server what a client needs before anybody has signed in. A copy is kept, so that a gate tablet that is
 * switched on without a network can still open its own storage; with `patienceMs` nobody waits longer than that where there is one.
 */
export async function loadConfig(patienceMs?: number): Promise<ClientConfig> {
  if (current) return current;
  const kept = localStorage.getItem(KEPT);
  const asked = ask();
  try {
    if (!kept || patienceMs === undefined) return await asked;
    // A server that answers later is heard all the same.
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
    const answer = await Promise.race([asked, late]);
    if (answer) return answer;
    // Nothing is lost without it: the kept one stands.
    asked.catch(() => undefined);
  } catch (cause) {
    if (!kept) throw cause;
  }
  current = JSON.parse(kept) as ClientConfig;
  return current;
}

async function ask(): Promise<ClientConfig> {
  const early = window.earlyConfig;
  window.earlyConfig = undefined;
  const response = await (early ?? fetch(`/api/${PATH}`, { headers: { Accept: 'application/json' } }));
  if (!response.ok) throw new Error(`${PATH} answered ${response.status}`);
  current = (await response.json()) as ClientConfig;
  localStorage.setItem(KEPT, JSON.stringify(current));
  return current;
}

/** Config: what `loadConfig` loaded. Both entries load it before they render anything. */
export function config(): ClientConfig {
  if (!current) throw new Error('The configuration is read before it was loaded.');
  return current;
}

export function setConfig(fake: ClientConfig): void {
  current = fake;
}

export function wireKey(): WireKey {
  return { key: config().wireKey, id: config().wireKeyId };
}
