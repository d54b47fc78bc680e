import { renewBooks, renewedDetail } from '../features/books/index.ts';
import { renewLeftOut } from '../features/imports/index.ts';
import { renewMessages } from '../features/messages/index.ts';
import { renewPayments } from '../features/payments/index.ts';
import { renewFactors } from '../features/session/index.ts';
import { renewHolds, renewPins } from '../features/students/index.ts';
import { renewPayers } from '../features/suspense/index.ts';
import { renewTrail } from '../platform/audit/renew.ts';
import { type Keys, renewSchoolKey } from '../platform/crypto/keys.ts';
import type { OwnerTx } from '../platform/database/database.ts';

/**
 * Renews everything of the transaction's school that depends on an installation's keys under other keys, in temporary tables that
 * shadow the real ones (`tables.ts` lists the columns). Throws where a value does not verify under the first keys.
 */
export async function renewSchool(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  const hashes = await renewBooks(tx, from, to);
  await renewTrail(tx, from, to, (event) => renewedDetail(event, hashes));
  await renewPayers(tx, from, to, await renewPayments(tx, from, to));
  await renewMessages(tx, from, to);
  await renewHolds(tx, from, to);
  await renewPins(tx, from, to);
  await renewLeftOut(tx, from, to);
  await renewFactors(tx, from, to);
  await renewSchoolKey(tx, from, to);
}
