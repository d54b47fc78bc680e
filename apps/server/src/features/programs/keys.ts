import { randomBytes } from 'node:crypto';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ApiKey, createKey, MadeApiKey, renewKey, updateKey } from '@mfuko/contract/programs';
import type { Scope } from '@mfuko/contract/scopes';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { tellColleagues, tieMade } from '../session/index.ts';
import { keyNotFound, keyRevoked } from './errors.ts';
import { APP_ID_BYTES, TOKEN_BYTES } from './rules.ts';
import * as store from './store.ts';

interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Id of the user who made the key; null for a key made with the school. */
  readonly createdBy: string | null;
  /** Limit of the key's deposits of a day, in cents; the usual one without. */
  readonly dailyDepositLimit?: bigint | undefined;
}

/** Creates a key in the transaction's school. Only this answer contains the token. */
export async function issueKey(
  tx: Tx,
  context: AppContext,
  key: NewKey,
): Promise<{ id: string; appId: string; token: string }> {
  const id = newId();
  const appId = randomBytes(APP_ID_BYTES).toString('base64url');
  const token = newToken();
  await store.insertKey(tx, { ...key, id, appId, tokenHash: hashOf(context, token) });
  return { id, appId, token };
}

export function makeKey(context: AppContext, call: Call, input: InputOf<typeof createKey>): Promise<MadeApiKey> {
  return call.record(async (tx) => {
    const { userId } = call.actor;
    const { id, token } = await issueKey(tx, context, { ...input, createdBy: userId });
    // Segregation of duties: the maker of a key is no second person to its actions.
    await tieMade(tx, context, id, userId);
    const made = await getKey(tx, id);
    await note(tx, call, 'program.create', id, {
      scopes: input.scopes,
      dailyDepositLimit: made.dailyDepositLimit,
    });
    await tellOfKey(tx, context, call, made);
    return { ...made, token };
  });
}

/** Changes the name, the scopes or the limit of a valid key. Throws record.changed. */
export function changeKey(
  context: AppContext,
  call: Call,
  { sysid, updated, ...change }: InputOf<typeof updateKey>,
): Promise<ApiKey> {
  return call.record(async (tx) => {
    const before = await lockUnrevokedKey(tx, sysid);
    await requireUnchanged(updated, async () => before);
    await store.changeKey(tx, sysid, change);
    const after = await getKey(tx, sysid);
    const told = ({ name, scopes, dailyDepositLimit }: ApiKey) => ({
      name,
      scopes: scopes.join(', '),
      dailyDepositLimit,
    });
    await note(tx, call, 'program.update', sysid, { changes: changesOf(told(before), told(after)) });
    if (opensMore(before, after)) await tellOfKey(tx, context, call, after);
    return after;
  });
}

function opensMore(before: ApiKey, after: ApiKey): boolean {
  const depositsMore = after.scopes.includes('deposits') && after.dailyDepositLimit > before.dailyDepositLimit;
  return depositsMore || after.scopes.some((scope) => !before.scopes.includes(scope));
}

/** Replaces a key's token. The previous token stays valid for `overlapHours`; an older one ends at once. */
export function renewToken(
  context: AppContext,
  call: Call,
  { sysid, overlapHours }: InputOf<typeof renewKey>,
): Promise<MadeApiKey> {
  const token = newToken();
  return call.record(async (tx) => {
    const key = await lockUnrevokedKey(tx, sysid);
    await store.replaceToken(tx, sysid, hashOf(context, token), overlapHours);
    await tieMade(tx, context, sysid, call.actor.userId);
    await note(tx, call, 'program.renew', sysid, { overlapHours });
    await tellOfKey(tx, context, call, key);
    return { ...(await getKey(tx, sysid)), token };
  });
}

/** Revokes a key. It is idempotent. */
export function endKey(call: Call, { sysid }: { sysid: string }): Promise<ApiKey> {
  return call.record(async (tx) => {
    await getKey(tx, sysid);
    if (await store.revokeKey(tx, sysid)) await note(tx, call, 'program.revoke', sysid);
    return getKey(tx, sysid);
  });
}

/** Returns a key. Throws program.not-found. */
export async function getKey(tx: ReadTx, id: string): Promise<ApiKey> {
  const found = await store.findKey(tx, id);
  if (!found) throw keyNotFound();
  return found;
}

async function lockUnrevokedKey(tx: Tx, id: string): Promise<ApiKey> {
  await store.lockKey(tx, id);
  const key = await getKey(tx, id);
  if (key.status === 'revoked') throw keyRevoked();
  return key;
}

/**
 * Notifies the colleagues of a token that opens something, since it goes on opening it after the session, the factor and the account by
 * which it was made are gone.
 */
async function tellOfKey(
  tx: Tx,
  { config }: AppContext,
  { actor }: Call,
  { sysid, name, scopes }: Pick<ApiKey, 'sysid' | 'name' | 'scopes'>,
): Promise<void> {
  if (!config.strictAccounts || scopes.length === 0) return;
  const notice = { kind: 'program.token', subject: { kind: 'api-key', id: sysid } } as const;
  await tellColleagues(tx, actor, (by) => ({ ...notice, params: { by, key: name } }));
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the keyed hash of a token. The purpose keeps its old name, since the first keys' hashes were made with it. */
export function hashOf({ keys }: Pick<AppContext, 'keys'>, token: string): Buffer {
  return keys.digest('school-token', token);
}

function note(tx: Tx, call: Call, action: string, id: string, detail: Record<string, unknown> = {}): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'api-key', subjectId: id, detail });
}
