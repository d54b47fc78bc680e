import { randomBytes } from 'node:crypto';
import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { cookieName, setCookie } from './cookies.ts';

const KNOWN = { name: 'mfuko_known', path: '/api/auth', seconds: 180 * 24 * 3600 };
/** So long an address is known in which somebody signed in. */
const PLACE_DAYS = 30;
/** Most browsers of one person that are remembered: those that signed in last. */
const MOST_DEVICES = 5;
const TOKEN = /^[\w-]{43}$/;

/** Whom a person's codes are counted apart for: strangers use up none of that budget, and end no code of it. */
export interface Known {
  /** Key of the budget. */
  readonly key: Buffer;
  /** A browser that has signed in; else an address alone, behind which there may be others. */
  readonly kind: 'browser' | 'place';
}

/**
 * The browser that asks, where that user has signed in with it before, or the address, where they signed in there lately; null for all
 * others. Looked up for a number that nobody has too. It opens nothing: it only has codes of its own.
 */
export async function knownDevice(
  tx: ReadTx,
  context: AppContext,
  request: RequestContext,
  userId: string | null,
): Promise<Known | null> {
  const hash = hashOf(context, request.cookie(cookieName(context, KNOWN)) ?? '');
  const place = placeOf(context, request);
  const found = await tx.row<{ browser: boolean }>(
    `SELECT token_hash = $2 AS browser FROM known_devices
     WHERE user_id = $1 AND (token_hash = $2 OR (caller_hash = $3 AND last_used_at > now() - make_interval(days => $4)))
     ORDER BY 1 DESC LIMIT 1`,
    [userId ?? PLATFORM_SCHOOL, hash, place, PLACE_DAYS],
  );
  if (!found) return null;
  if (found.browser) return { key: hash, kind: 'browser' };
  return place && { key: place, kind: 'place' };
}

/**
 * Remembers the browser in which somebody has just signed in, and answers its cookie. Notes with the session since when it is known, where one is named; one
 * in which nobody has signed in for as long as its cookie lives is known anew.
 */
export async function rememberDevice(
  tx: Tx,
  context: AppContext,
  request: RequestContext,
  { userId, tokenHash }: { readonly userId: string; readonly tokenHash: Buffer | null },
): Promise<string> {
  const token = (await heldToken(tx, context, request)) ?? randomBytes(32).toString('base64url');
  await tx.row(
    `WITH known AS (
       INSERT INTO known_devices (user_id, token_hash, caller_hash) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, token_hash) DO UPDATE SET last_used_at = clock_timestamp(), caller_hash = $3,
         first_used_at = CASE WHEN known_devices.last_used_at > clock_timestamp() - make_interval(secs => $5)
                              THEN known_devices.first_used_at ELSE clock_timestamp() END
       RETURNING first_used_at)
     UPDATE sessions SET known_since = (SELECT first_used_at FROM known) WHERE token_hash = $4`,
    [userId, hashOf(context, token), placeOf(context, request), tokenHash, KNOWN.seconds],
  );
  await tx.row(
    `DELETE FROM known_devices WHERE user_id = $1 AND token_hash NOT IN (
       SELECT token_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC LIMIT $2)`,
    [userId, MOST_DEVICES],
  );
  return setCookie(context, KNOWN, token);
}

/** Forgets the browsers in which a person has first signed in within so many seconds, with the addresses that they came from. */
export async function forgetDevices(tx: Tx, userId: string, seconds: number): Promise<void> {
  await tx.row(
    'DELETE FROM known_devices WHERE user_id = $1 AND first_used_at > clock_timestamp() - make_interval(secs => $2)',
    [...[userId, seconds]],
  );
}

/** Cookie of a browser that several people share: kept where it is one of ours, for a planted one would be its planter's too. */
async function heldToken(tx: ReadTx, context: AppContext, request: RequestContext): Promise<string | null> {
  const token = request.cookie(cookieName(context, KNOWN)) ?? '';
  if (!TOKEN.test(token)) return null;
  const found = await tx.row('SELECT 1 AS one FROM known_devices WHERE token_hash = $1 LIMIT 1', [
    hashOf(context, token),
  ]);
  return found ? token : null;
}

function hashOf(context: AppContext, token: string): Buffer {
  return context.keys.digest('known-device', token);
}

/** Address as a keyed digest; null for this machine itself, and so for all who come by a proxy on it that nobody has named. */
export function placeOf(context: AppContext, { caller }: Pick<RequestContext, 'caller'>): Buffer | null {
  return caller === null ? null : context.keys.digest('known-place', caller);
}
