import { randomBytes } from 'node:crypto';
import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

const COOKIE = 'mfuko_known';
const LIFE_SECONDS = 180 * 24 * 3600;
/** Most browsers of one person that are remembered: those that signed in last. */
const MOST_DEVICES = 5;
const TOKEN = /^[\w-]{43}$/;

/**
 * The browser that asks, where that user has signed in with it before; null for all others. Looked up for a number that nobody has
 * too. It opens nothing: it only has codes of its own.
 */
export async function knownDevice(
  tx: ReadTx,
  context: AppContext,
  request: RequestContext,
  userId: string | null,
): Promise<Buffer | null> {
  const hash = hashOf(context, request.cookie(COOKIE) ?? '');
  const found = await tx.row('SELECT 1 AS one FROM known_devices WHERE user_id = $1 AND token_hash = $2', [
    userId ?? PLATFORM_SCHOOL,
    hash,
  ]);
  return found ? hash : null;
}

/** Remembers the browser in which somebody has just signed in, and answers its cookie. */
export async function rememberDevice(
  tx: Tx,
  context: AppContext,
  request: RequestContext,
  userId: string,
): Promise<string> {
  const token = (await heldToken(tx, context, request)) ?? randomBytes(32).toString('base64url');
  await tx.row(
    `INSERT INTO known_devices (user_id, token_hash) VALUES ($1, $2)
     ON CONFLICT (user_id, token_hash) DO UPDATE SET last_used_at = clock_timestamp()`,
    [userId, hashOf(context, token)],
  );
  await tx.row(
    `DELETE FROM known_devices WHERE user_id = $1 AND token_hash NOT IN (
       SELECT token_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC LIMIT $2)`,
    [userId, MOST_DEVICES],
  );
  const secure = context.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${token}; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=${LIFE_SECONDS}${secure}`;
}

/** Cookie of a browser that several people share: kept where it is one of ours, for a planted one would be its planter's too. */
async function heldToken(tx: ReadTx, context: AppContext, request: RequestContext): Promise<string | null> {
  const token = request.cookie(COOKIE) ?? '';
  if (!TOKEN.test(token)) return null;
  const found = await tx.row('SELECT 1 AS one FROM known_devices WHERE token_hash = $1 LIMIT 1', [
    hashOf(context, token),
  ]);
  return found ? token : null;
}

function hashOf(context: AppContext, token: string): Buffer {
  return context.keys.digest('known-device', token);
}
