import type { Clock } from '../../../platform/process/clock.ts';
import type { PaymentsGateway } from '../port.ts';
import type { TokenStore } from '../token-store.ts';
import { openApi } from './api.ts';
import { createC2b } from './c2b.ts';
import { createCommands } from './commands.ts';
import { checkKeys } from './keys-check.ts';
import { createPull } from './pull.ts';
import { shareTokens } from './shared-tokens.ts';
import { createStkPushes } from './stk-pushes.ts';
import { keepTokens, type Tokens } from './tokens.ts';
import { openTransport } from './transport.ts';

export interface DarajaSettings {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Provider's other host, at which keys that are refused here may be valid; null with a simulator. */
  readonly elsewhere?: string | null;
  /** Token store shared by all servers; by default tokens are kept in this process. */
  readonly tokenStore?: TokenStore;
  /** HTTP method of `pull`: Safaricom's documentation says GET, its older samples POST. */
  readonly pullMethod?: 'GET' | 'POST';
}

const MAX_TOKEN_MS = 10_000;

/** Gateway to Safaricom's Daraja (https://developer.safaricom.co.ke), or to a compatible server at `baseUrl`. */
export function darajaPayments(settings: DarajaSettings): PaymentsGateway {
  const { baseUrl, clock, elsewhere, timeoutMs = 30_000 } = settings;
  let aheadMs: number | null = null;
  const heardTime = (time: Date) => {
    aheadMs = clock.now() - time.getTime();
  };
  const tokens = openTokens(settings, timeoutMs, heardTime);
  const api = openApi(openTransport({ baseUrl, timeoutMs, heardTime }), tokens);
  return {
    ...createC2b(api),
    ...createStkPushes(api, () => new Date(clock.now())),
    ...createCommands(api),
    ...createPull(api, settings.pullMethod),
    async checkKeys(account) {
      const there = elsewhere ? keepTokens(openTransport({ baseUrl: elsewhere, timeoutMs }), clock.now) : null;
      const keys = await checkKeys(account, tokens, there);
      return { keys, aheadMs };
    },
  };
}

function openTokens(
  { baseUrl, clock, tokenStore: store }: DarajaSettings,
  requestMs: number,
  heardTime: (time: Date) => void,
): Tokens {
  // Limits the wait for a token, because other servers wait for the same token.
  const timeoutMs = Math.min(requestMs, MAX_TOKEN_MS);
  const ask = openTransport({ baseUrl, timeoutMs, heardTime });
  return store ? shareTokens(ask, { store, baseUrl, timeoutMs }) : keepTokens(ask, clock.now);
}
