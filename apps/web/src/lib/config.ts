import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { WireKey } from '@mfuko/contract/seal';
import type { authConfig } from '@mfuko/contract/session';

export type ClientConfig = AnswerOf<typeof authConfig>;

// Literal path, because an import of the contract's constant would add all schemas to the initial download.
const PATH: (typeof authConfig)['path'] = 'auth/config';
const KEPT = 'config';
let current: ClientConfig | null = null;

declare global {
  interface Window {
    /**
     * Configuration request that `public/early.js` sent before this module was loaded. The promise is used once; after a failure the
     * request is sent again.
     */
    earlyConfig?: Promise<Response> | undefined;
  }
}

/**
 * Fetches the configuration that a client needs before sign-in. A copy is kept in local storage, so that a gate tablet that is switched on
 * without a network can still open its own storage. Where a copy exists, the wait for the server is limited to `patienceMs`.
 */
export async function loadConfig(patienceMs?: number): Promise<ClientConfig> {
  if (current) return current;
  const kept = localStorage.getItem(KEPT);
  const asked = ask();
  try {
    if (!kept || patienceMs === undefined) return await asked;
    // A response that arrives after the timeout is still stored, by `ask`.
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
    const answer = await Promise.race([asked, late]);
    if (answer) return answer;
    // A later failure of the request loses nothing: the stored copy is used.
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
  if (!current) throw new Error('The configuration is not loaded yet.');
  return current;
}

export function setConfig(fake: ClientConfig): void {
  current = fake;
}

export function wireKey(): WireKey {
  return { key: config().wireKey, id: config().wireKeyId };
}
