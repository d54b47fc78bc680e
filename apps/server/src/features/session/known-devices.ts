import { randomBytes } from 'node:crypto';
import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { cookieName, setCookie } from './cookies.ts';

const KNOWN = { name: 'mfuko_known', path: '/api/auth', seconds: 180 * 24 * 3600 };
/** Days for which an address is known after a sign-in. */
const PLACE_DAYS = 30;
/** Most browsers remembered for one user: those with the latest sign-ins. */
const MAX_DEVICES = 5;
const TOKEN = /^[\w-]{43}$/;

/**
 * Browser or address with its own budget of codes, separate from that of strangers, who can neither use up that budget nor end its codes.
 */
export interface Known {
  /** Key of the budget. */
  readonly key: Buffer;
  /** `browser` for a browser that has signed in; `place` for an address alone, which others may share. */
  readonly kind: 'browser' | 'place';
}

/**
 * Returns the requesting browser where this user has signed in with it before, else the address where the user signed in there recently;
 * null for all others. The lookup is made for unknown numbers too. A known device opens nothing: it only has its own budget of codes.
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
 * Remembers the browser of a sign-in, and returns the header of its cookie. Stores with the session, if one is given, since when the
 * browser is known; after a pause as long as the cookie's life, the browser counts as new.
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
    [userId, MAX_DEVICES],
  );
  return setCookie(context, KNOWN, token);
}

/** Forgets the browsers that a user has first signed in with within that many seconds, and their addresses. */
export async function forgetDevices(tx: Tx, userId: string, seconds: number): Promise<void> {
  await tx.row(
    'DELETE FROM known_devices WHERE user_id = $1 AND first_used_at > clock_timestamp() - make_interval(secs => $2)',
    [...[userId, seconds]],
  );
}

/**
 * Returns the token of a browser that several users share. Only a token that this server issued is kept, since a planted one would be
 * known to its planter.
 */
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

/** Returns the address as a keyed digest; null for this machine itself, and so for all callers behind an undeclared proxy on it. */
export function placeOf(context: AppContext, { caller }: Pick<RequestContext, 'caller'>): Buffer | null {
  return caller === null ? null : context.keys.digest('known-place', caller);
}
