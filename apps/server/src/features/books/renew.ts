import type { SealedEvent } from '../../platform/audit/chain.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';
import { hashOfAmendment, readAmendments, type StoredAmendment } from './amendment.ts';
import { readDays, type StoredDay } from './check-days.ts';
import { PATIENTLY } from './close.ts';
import { amendmentFits } from './redact.ts';
import { redactedOf } from './redacted.ts';
import { BEGINNING, hashOfDay, sealEntries, sealsOf } from './seal.ts';

type Digests = Pick<Keys, 'digest'>;
/** New hashes of days and amendments, by their old hashes in hexadecimal. */
type Hashes = ReadonlyMap<string, Buffer>;

const LAST_NUMBER = 2_147_483_647;

/**
 * Recomputes the seals and hashes of the books of a school that moves to another server, under its new keys, after verifying each under
 * the old keys. Returns the new hashes. Throws TypeError if one does not fit.
 */
export async function renewBooks(tx: OwnerTx, from: Digests, to: Digests): Promise<Hashes> {
  await tx.row(PATIENTLY);
  const hashes = new Map<string, Buffer>();
  const amendments = await readAmendments(tx);
  const sealsOfAmendments = new Map<number, Buffer>();
  let before: Buffer = BEGINNING;
  let after: Buffer = BEGINNING;
  let days: StoredDay[];
  let number = 0;
  do {
    days = await readDays(tx, number, LAST_NUMBER);
    for (const day of days) {
      if (!hashOfDay(from, tx.schoolId, before, day).equals(day.hash)) throw touched(day.day);
      const translate = await translator(tx, from, to, day);
      const seals = await translate(day.seals);
      after = hashOfDay(to, tx.schoolId, after, { ...day, seals });
      await tx.query('UPDATE book_days SET seals = $3, hash = $4 WHERE school_id = $1 AND number = $2', [
        tx.schoolId,
        day.number,
        seals,
        after,
      ]);
      for (const each of amendments.filter((one) => one.day === day.day))
        sealsOfAmendments.set(each.number, await translate(each.seals));
      hashes.set(day.hash.toString('hex'), after);
      [before, number] = [day.hash, day.number];
    }
  } while (days.length > 0);
  after = BEGINNING;
  let earlier: StoredAmendment | null = null;
  for (const each of amendments) {
    const replaced = hashes.get(each.replaced.toString('hex'));
    const seals = sealsOfAmendments.get(each.number);
    if (!replaced || !seals || !amendmentFits(from, tx.schoolId, earlier, each)) throw touched(each.day);
    after = hashOfAmendment(to, tx.schoolId, after, { ...each, seals, replaced });
    await tx.query(
      'UPDATE book_amendments SET seals = $3, replaced = $4, hash = $5 WHERE school_id = $1 AND number = $2',
      [tx.schoolId, each.number, seals, replaced, after],
    );
    hashes.set(each.hash.toString('hex'), after);
    earlier = each;
  }
  return hashes;
}

/** Returns the detail of an audit row of the books with the new hashes; null for all other rows. */
export function renewedDetail({ action, detail }: SealedEvent, hashes: Hashes): object | null {
  if (action !== 'books.close-day' && action !== 'books.amend-day') return null;
  const told = JSON.parse(detail) as Record<string, unknown>;
  const named = ['hash', 'replaced'].flatMap((name) => {
    const hash = hashes.get(String(told[name]));
    return hash ? [[name, hash.toString('hex')] as const] : [];
  });
  return { ...told, ...Object.fromEntries(named) };
}

/** Reads a day's journal entries and returns a function that translates seals to the new keys. */
async function translator(
  tx: OwnerTx,
  from: Digests,
  to: Digests,
  day: StoredDay,
): Promise<(seals: Buffer) => Promise<Buffer>> {
  // The first day begins at -infinity: no earlier day could hold a backdated entry.
  const span = { begins: day.number === 1 ? '-infinity' : day.begins, ends: day.ends };
  const [was, now] = [await sealEntries(tx, from, span), await sealEntries(tx, to, span)];
  const earlier = new Map(sealsOf(was));
  const later = new Map(sealsOf(now));
  return async (seals) => {
    const entries = [...sealsOf(seals)];
    const others = entries.flatMap(([id, sealed]) => {
      const stands = earlier.get(id);
      return stands === sealed ? [] : [[id, { sealed, stands: stands ?? '' }] as const];
    });
    // Redacted texts are sealed as they are now, so that the new seals need no MAC.
    const redacted = await redactedOf(tx, from, new Map(others));
    if (redacted.size < others.length) throw touched(day.day);
    return Buffer.concat(entries.map(([id]) => Buffer.from(id.replaceAll('-', '') + later.get(id), 'hex')));
  };
}

function touched(day: string): TypeError {
  return new TypeError(`The journal entries of ${day} do not match their seal.`);
}
