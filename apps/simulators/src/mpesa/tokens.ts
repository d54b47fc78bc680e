import { randomBytes } from 'node:crypto';
import { Fault } from './requests.ts';
import type { Simulation } from './simulator.ts';

interface Token {
  readonly consumerKey: string;
  readonly expiresAt: number;
}

export interface TokenStore {
  issue(authorization: string | undefined, grantType: string | null): object;
  /** Returns the consumer key of a token; null for an unknown or expired token. */
  consumerOf(authorization: string | undefined): string | null;
}

/** Creates a token store in memory, so that a restart of the simulator invalidates all tokens. */
export function openTokens(simulation: Simulation): TokenStore {
  const tokens = new Map<string, Token>();
  const current = new Map<string, string>();
  return {
    issue(authorization, grantType) {
      const { world, clock, chances } = simulation;
      if (grantType !== 'client_credentials') throw new Fault(400, '400.008.02', 'Invalid grant type passed');
      const [consumerKey, secret] = basic(authorization);
      const known = world.apps[consumerKey];
      if (known?.strict && known.secret !== secret) throw refused();
      // An app that was not registered is accepted with the secret that it sends.
      world.apps[consumerKey] = { secret, strict: known?.strict ?? false, products: known?.products ?? null };
      const before = current.get(consumerKey);
      if (before) tokens.delete(before);
      const lives = Object.values(world.shortCodes)
        .filter((each) => each.consumerKeys.includes(consumerKey))
        .map((each) => each.knobs.tokenLifeSeconds);
      const seconds = Math.min(3599, ...lives);
      const token = randomBytes(21).toString('base64url').slice(0, 28);
      tokens.set(token, { consumerKey, expiresAt: clock.now() + seconds * 1000 });
      current.set(consumerKey, token);
      simulation.changed();
      // A number in newer documentation, and a string in older.
      return { access_token: token, expires_in: chances.happens(50) ? seconds : String(seconds) };
    },
    consumerOf(authorization) {
      const token = tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
      return token && token.expiresAt > simulation.clock.now() ? token.consumerKey : null;
    },
  };
}

function basic(authorization: string | undefined): [key: string, secret: string] {
  const coded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  if (!coded) throw refused();
  const text = Buffer.from(coded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) throw refused();
  return [text.slice(0, colon), text.slice(colon + 1)];
}

function refused(): Fault {
  return new Fault(400, '400.008.01', 'Invalid Authentication passed');
}

/** Returns the refusal for a product that the app lacks: M-Pesa Express reports an invalid token, others name the reason. */
export function notGranted(path: string): Fault {
  if (path.includes('/stkpush')) return deadToken(path);
  return new Fault(
    401,
    '401.002.01',
    'Error Occurred - Invalid Access Token - Invalid API call as no apiproduct match found',
  );
}

/** Returns the refusal of an invalid token, which has three forms, depending on the product. */
export function deadToken(path: string): Fault {
  if (path.includes('/stkpush') || path.includes('/reversal/') || path.includes('/b2c/')) {
    return new Fault(404, '404.001.03', 'Invalid Access Token');
  }
  if (path.includes('/accountbalance/')) return new Fault(401, '401.002.01', 'Error Occurred - Invalid Access Token');
  return new Fault(400, '400.003.01', 'Invalid Access Token');
}
