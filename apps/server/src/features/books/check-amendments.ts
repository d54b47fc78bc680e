import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { readAmendments, type StoredAmendment } from './amendment.ts';
import type { Finding } from './finding.ts';
import { amendmentFits } from './redact.ts';

interface Checked {
  /** Seals that count, by day, for the amendments that were verified. */
  readonly seals: ReadonlyMap<string, Buffer>;
  /** Returns the findings, given the hashes of the closed days. */
  findings(days: ReadonlyMap<string, string>): Finding[];
}

/**
 * Verifies a school's amendments from the first one: their hash chain, and the audit trail. An amendment that was altered, and every
 * one after it, is ignored: its day is compared with the seals from before.
 */
export async function checkAmendments(tx: ReadTx, keys: Pick<Keys, 'digest'>): Promise<Checked> {
  const amendments = await readAmendments(tx);
  const told = await tx.rows<{ day: string; hash: string }>(
    `SELECT detail->>'day' AS day, detail->>'hash' AS hash FROM audit_events
     WHERE school_id = $1 AND action = 'books.amend-day' ORDER BY id`,
    [tx.schoolId],
  );
  const seals = new Map<string, Buffer>();
  const broken: Finding[] = [];
  const known = new Set(told.map(({ hash }) => hash));
  let before: StoredAmendment | null = null;
  for (const each of amendments) {
    const inChain = each.number === (before?.number ?? 0) + 1;
    const whole = amendmentFits(keys, tx.schoolId, before, each);
    const onTrail = known.has(each.hash.toString('hex'));
    if (!inChain || !whole || !onTrail) {
      const why = onTrail ? 'the amendment that two persons made' : 'an amendment that the audit trail knows';
      broken.push(of(each.day, `amendment ${each.hash.toString('hex', 0, 6)}`, why));
      break;
    }
    seals.set(each.day, each.seals);
    before = each;
  }
  const there = new Set(amendments.map(({ hash }) => hash.toString('hex')));
  const gone = told
    .filter(({ hash }) => !there.has(hash))
    .map(({ day, hash }) => of(day, 'nothing: its amendment was removed', `amendment ${hash.slice(0, 12)}`));
  return {
    seals,
    findings(days) {
      const strayed = amendments.filter(({ day, replaced }, place) => {
        const earlier = amendments.slice(0, place).findLast((one) => one.day === day);
        return replaced.toString('hex') !== (earlier?.hash.toString('hex') ?? days.get(day));
      });
      const parted = strayed.map(({ day, replaced }) =>
        of(day, 'another seal than was amended', `seal ${replaced.toString('hex', 0, 6)}`),
      );
      return [...broken, ...gone, ...parted];
    },
  };
}

function of(day: string, says: string, should: string): Finding {
  return { check: 'amendment', movementSYSID: null, admissionNumber: null, day, says, should };
}
