import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readBackupCode } from '@mfuko/contract/backup-codes';
import { seal } from '@mfuko/contract/seal';
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import { coalesce } from '../../platform/database/batch-queue.ts';
import { inSchoolOf, PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { Actor, RequestContext } from '../../platform/http/call.ts';
import { header } from '../../platform/http/headers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { spendBackupCode, tryBackupCode } from './backup-codes.ts';
import { cameFrom } from './came-from.ts';
import { tryCode, wentTo } from './codes.ts';
import { cookieName, setCookie } from './cookies.ts';
import { endedBySomebody, secondFactorNeeded, staffOnly, wrongCode } from './errors.ts';
import { rememberDevice } from './known-devices.ts';
import { type Bond, requestOptionsFor } from './passkey-proof.ts';
import { touchSession } from './presences.ts';
import { type FactorProof, proveFactor } from './second-factor.ts';
import { readFactor } from './second-factor-store.ts';
import * as store from './store.ts';

const HALF = { name: 'mfuko_half', path: '/api', seconds: 12 * 3600 };

/** Turns a right code into a session; a browser's session gets its second half as a cookie. */
export async function validateCode(
  context: AppContext,
  requestContext: RequestContext,
  input: { otp: string; profileSYSID: string } & FactorProof,
) {
  const { db, keys, config } = context;
  if (!requestContext.fromBrowser && !config.allowHeaderSessions) {
    throw new Refusal('client.unrecognised', 'You can sign in here only with a browser.');
  }
  const backupCode = readBackupCode(input.otp);
  const backup = backupCode === null ? null : await tryBackupCode(context, input.profileSYSID, backupCode);
  const code =
    backupCode === null ? await tryCode(context, requestContext, 'sign-in', input.profileSYSID, input.otp) : backup;
  if (!code) throw wrongCode();
  const { totp, passkey } = input;
  const bond = { purpose: 'sign-in', to: input.profileSYSID } as const;
  await requireSecondFactor(context, code.userId, backup ? { totp, passkey } : input, bond, requestContext.requestId);

  const token = randomBytes(32).toString('base64url');
  const half = requestContext.fromBrowser ? randomBytes(32).toString('base64url') : null;
  let known: string | null = null;
  const user = await db.inPlatform(async (tx) => {
    if (!(await store.useCode(tx, input.profileSYSID))) throw wrongCode();
    if (code.userId === null) return null;
    const cookieHash = half ? keys.digest('session-half', half) : null;
    const tokenHash = keys.digest('session', token);
    await store.addSession(tx, { tokenHash, cookieHash, userId: code.userId, from: cameFrom(context, requestContext) });
    const before = await store.findSession(tx, tokenHash);
    if (!before) throw wrongCode();
    // Locks the user: a call that changes or closes the account ends this session too, or has ended before the following lookup.
    await inSchoolOf(tx, before.school_id, (inside) => store.noteSignIn(inside, before.user_id));
    const found = await store.findSession(tx, tokenHash);
    // A code that was sent to a former number is not valid.
    if (!found || !wentTo(context, code, found.phone)) throw wrongCode();
    if (backup) {
      await inSchoolOf(tx, found.school_id, (inside) =>
        spendBackupCode(inside, context, backup, found, requestContext.requestId),
      );
    }
    const event = { action: 'user.sign-in', subjectKind: 'user', subjectId: found.user_id };
    const by = { actor: { userId: found.user_id }, requestId: requestContext.requestId };
    await inSchoolOf(tx, found.school_id, (inside) => audit(inside, by, event));
    // A sign-in by backup code does not make the browser known: such codes may have been made by a thief of the number.
    const remembered = { userId: found.user_id, tokenHash: backup ? null : tokenHash };
    if (half) known = await rememberDevice(tx, context, requestContext, remembered);
    return found;
  });
  if (!user) throw staffOnly();
  if (half) requestContext.setHeader('Set-Cookie', setCookie(context, HALF, half));
  // Set after the session's own cookie, which some clients take for the only one.
  if (known) requestContext.setHeader('Set-Cookie', known);
  return { role: seal(config.wireKey, 'role', user.role), session: { sToken: token, userName: user.phone } };
}

/** Requires the second factor of a user who has one. A refusal does not use up the first factor: both are sent again, together. */
async function requireSecondFactor(
  context: AppContext,
  userId: string | null,
  proof: FactorProof,
  bond: Bond,
  requestId: string,
): Promise<void> {
  if (userId === null) return;
  const factor = await context.db.readPlatform((tx) => readFactor(tx, userId));
  const totp = factor?.secret != null;
  if (!totp && !factor?.passkeys) return;
  const none = proof.totp === undefined && proof.recoveryCode === undefined && proof.passkey === undefined;
  if (!none && (await proveFactor(context, userId, proof, bond, requestId))) return;
  // Each refusal includes a new challenge, since the last one was consumed or may have expired.
  const passkey = await context.db.inPlatform((tx) => requestOptionsFor(tx, context, userId, bond));
  throw secondFactorNeeded(!none, factor.passkeys ? { passkey, totp } : null);
}

/**
 * Finds the user of a token; null where the session has ended or never existed, or the cookie half is missing. Only requests made
 * `byHand` keep the session from expiring as idle. Each request is looked up anew; one statement serves all requests that arrived
 * meanwhile.
 */
export function createAuthenticator(context: AppContext) {
  const { db, keys } = context;
  const find = coalesce<store.Asked, store.SessionRow | undefined>({
    line: () => 'sessions',
    batch: async (asked) => (await store.findSessions(db, asked)).map((answer) => ({ answer })),
    most: 200,
    longest: 5_000,
    full: () => new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 }),
  });
  return async (request: FastifyRequest, token: string | null, byHand = true): Promise<Actor | null> => {
    if (!token) return null;
    const tokenHash = keys.digest('session', token);
    const row = await find({ tokenHash, school: schoolNamed(request) });
    if (!row) {
      const ended = await db.readPlatform((tx) => store.findEnded(tx, tokenHash));
      if (ended && otherHalfFits(context, request, ended.cookie_hash)) throw endedBySomebody(ended.why);
    }
    if (!row || !otherHalfFits(context, request, row.cookie_hash)) return null;
    // The session was opened while header sessions were allowed, or by another server. A session opened by a desk PIN is bound to its
    // device in place of a cookie.
    if (!row.cookie_hash && !row.device_id && !context.config.allowHeaderSessions) return null;
    if (row.stale && byHand) await db.inPlatform((tx) => touchSession(tx, tokenHash));
    return {
      userId: row.user_id,
      role: row.role,
      duties: row.duties,
      userName: row.phone,
      names: `${row.first_name} ${row.last_names}`,
      schoolId: row.school_id === PLATFORM_SCHOOL ? null : row.school_id,
      openSchool: row.open_school,
      needsDevice: row.needs_device,
      hasFactor: row.has_totp || row.has_passkey,
      ...(row.has_passkey ? { factors: { totp: row.has_totp, passkey: true } } : {}),
      steppedUp: row.stepped_up,
      ...(row.proven_at ? { provenAt: row.proven_at } : {}),
      smsRisk: !(row.has_totp || row.has_passkey || row.sms_risk_read),
      ...(row.device_id ? { boundTo: row.device_id, outboxOnly: row.outbox_only } : {}),
      factorDue:
        !(row.has_totp || row.has_passkey) && (row.needs_factor || (context.config.production && row.role === 'Admin')),
    };
  };
}

const SCHOOL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the school that the request names in its header; null where it names none. */
function schoolNamed(request: FastifyRequest): string | null {
  const named = header(request, 'school')?.trim().toLowerCase() ?? '';
  return SCHOOL_ID.test(named) ? named : null;
}

/** Returns those of these tokens whose sessions are still live, in a school that admits the user. */
export async function liveSessions(context: AppContext, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const byHash = new Map(tokens.map((token) => [context.keys.digest('session', token).toString('hex'), token]));
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
  const live = await context.db.readPlatform((tx) => store.listLiveSessions(tx, hashes));
  return new Set(live.map((hash) => byHash.get(hash.toString('hex')) ?? ''));
}

export async function logout(
  context: AppContext,
  requestContext: RequestContext,
  token: string | null,
): Promise<{ status: 'ok' }> {
  if (token) await context.db.inPlatform((tx) => store.endSession(tx, context.keys.digest('session', token)));
  requestContext.setHeader('Set-Cookie', setCookie(context, { ...HALF, seconds: 0 }, ''));
  return { status: 'ok' };
}

function otherHalfFits(context: AppContext, request: FastifyRequest, expected: Buffer | null): boolean {
  if (!expected) return true;
  const half = request.cookies[cookieName(context, HALF)];
  return half !== undefined && timingSafeEqual(expected, context.keys.digest('session-half', half));
}
