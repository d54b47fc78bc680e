import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';

/** Lifetime of a challenge in seconds, the same as of the codes. */
export const QUESTION_LIFE = 5 * 60;
/** Most passkeys of one user: more than anybody has devices. */
export const MAX_PASSKEYS = 10;

export type PasskeyPurpose = 'register' | 'sign-in' | 'step-up';

export interface PasskeyChallenge {
  readonly challengeHash: Buffer;
  readonly userId: string;
  readonly purpose: PasskeyPurpose;
  readonly boundTo: Buffer;
}

export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly added: Date;
  readonly lastUsed: Date | null;
  readonly stopped: Date | null;
}

const COLUMNS = `id, name, credential_id AS "credentialId", public_key AS "publicKey", counter::float8 AS counter, transports,
  added_at AS added, last_used_at AS "lastUsed", stopped_at AS stopped`;

export function listPasskeys(tx: ReadTx, userId: string): Promise<PasskeyRow[]> {
  return tx.rows<PasskeyRow>(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY id`, [userId]);
}

/** Finds a passkey of this user by its credential id; another user's is not found. */
export async function findPasskey(tx: ReadTx, userId: string, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return tx.row<PasskeyRow>(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 AND credential_id = $2`, [
    userId,
    credentialId,
  ]);
}

export async function addChallenge(
  tx: Tx,
  { challengeHash, userId, purpose, boundTo }: PasskeyChallenge,
): Promise<void> {
  await tx.row('INSERT INTO passkey_challenges (challenge_hash, user_id, purpose, bound_to) VALUES ($1, $2, $3, $4)', [
    ...[challengeHash, userId, purpose, boundTo],
  ]);
}

/** Consumes a challenge; returns false where it is not of this user, purpose and session, or has expired. */
export async function consumeChallenge(
  tx: Tx,
  { challengeHash, userId, purpose, boundTo }: PasskeyChallenge,
): Promise<boolean> {
  const taken = await tx.row(
    `DELETE FROM passkey_challenges
     WHERE challenge_hash = $1 AND user_id = $2 AND purpose = $3 AND bound_to = $4
       AND at > clock_timestamp() - make_interval(secs => $5)
     RETURNING user_id`,
    [challengeHash, userId, purpose, boundTo, QUESTION_LIFE],
  );
  return taken !== undefined;
}

/** Adds a passkey; returns false where its credential id exists already, for any user. */
export async function addPasskey(
  tx: Tx,
  userId: string,
  passkey: Pick<PasskeyRow, 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>,
): Promise<boolean> {
  const added = await tx.row(
    `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    [newId(), userId, passkey.name, passkey.credentialId, passkey.publicKey, passkey.counter, passkey.transports],
  );
  return added !== undefined;
}

/** Records a use. Returns false where the counter is not above the last one; a passkey without a counter always reports 0. */
export async function countUse(tx: Tx, id: string, counter: number): Promise<boolean> {
  const counted = await tx.row(
    `UPDATE passkeys SET counter = $2, last_used_at = clock_timestamp()
     WHERE id = $1 AND stopped_at IS NULL AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [id, counter],
  );
  return counted !== undefined;
}

/** Stops a passkey; returns false where it is stopped already. */
export async function stopPasskey(tx: Tx, id: string): Promise<boolean> {
  const stopped = await tx.row(
    'UPDATE passkeys SET stopped_at = clock_timestamp() WHERE id = $1 AND stopped_at IS NULL RETURNING id',
    [id],
  );
  return stopped !== undefined;
}

/** Removes a passkey of this user; returns false where the user has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx.row('DELETE FROM passkeys WHERE id = $2 AND user_id = $1 RETURNING id', [userId, id]);
  return deleted !== undefined;
}
