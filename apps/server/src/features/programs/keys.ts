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
import { tieMade } from '../session/index.ts';
import { keyNotFound, keyRevoked } from './errors.ts';
import { APP_ID_BYTES, TOKEN_BYTES } from './rules.ts';
import * as store from './store.ts';

interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: made with the school itself. */
  readonly createdBy: string | null;
}

/** Makes a key in the transaction's school. The token is known only now. */
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
    // The maker of a key is no second person to what it does.
    await tieMade(tx, context, id, userId);
    await note(tx, call, 'program.create', id, { scopes: input.scopes });
    return { ...(await getKey(tx, id)), token };
  });
}

/** Changes the name or the scopes of a key that stands. Throws record.changed. */
export function changeKey(call: Call, { sysid, updated, ...change }: InputOf<typeof updateKey>): Promise<ApiKey> {
  return call.record(async (tx) => {
    const before = await holdKey(tx, sysid);
    await requireUnchanged(updated, async () => before);
    await store.changeKey(tx, sysid, change);
    const after = await getKey(tx, sysid);
    const told = ({ name, scopes }: ApiKey) => ({ name, scopes: scopes.join(', ') });
    await note(tx, call, 'program.update', sysid, { changes: changesOf(told(before), told(after)) });
    return after;
  });
}

/** Gives a key another token; the one before goes on for a while, and the one before that ends. */
export function renewToken(
  context: AppContext,
  call: Call,
  { sysid, overlapHours }: InputOf<typeof renewKey>,
): Promise<MadeApiKey> {
  const token = newToken();
  return call.record(async (tx) => {
    await holdKey(tx, sysid);
    await store.replaceToken(tx, sysid, hashOf(context, token), overlapHours);
    await tieMade(tx, context, sysid, call.actor.userId);
    await note(tx, call, 'program.renew', sysid, { overlapHours });
    return { ...(await getKey(tx, sysid)), token };
  });
}

/** Ends a key. A second time changes nothing. */
export function endKey(call: Call, { sysid }: { sysid: string }): Promise<ApiKey> {
  return call.record(async (tx) => {
    await getKey(tx, sysid);
    if (await store.revokeKey(tx, sysid)) await note(tx, call, 'program.revoke', sysid);
    return getKey(tx, sysid);
  });
}

/** Throws program.not-found. */
export async function getKey(tx: ReadTx, id: string): Promise<ApiKey> {
  const found = await store.findKey(tx, id);
  if (!found) throw keyNotFound();
  return found;
}

async function holdKey(tx: Tx, id: string): Promise<ApiKey> {
  await store.lockKey(tx, id);
  const key = await getKey(tx, id);
  if (key.status === 'revoked') throw keyRevoked();
  return key;
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Keyed, as the tokens of the schools' first keys have been since before there were others. */
export function hashOf({ keys }: Pick<AppContext, 'keys'>, token: string): Buffer {
  return keys.digest('school-token', token);
}

function note(tx: Tx, call: Call, action: string, id: string, detail: Record<string, unknown> = {}): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'api-key', subjectId: id, detail });
}
