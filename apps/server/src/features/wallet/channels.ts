import type { Channel } from '@mfuko/contract/channels';

/** Account of the school for each channel; cash of a user with an open till goes to that till. */
const ACCOUNTS = { cash: 'cash-desk', bank: 'bank', other: 'other-money' } as const satisfies Record<Channel, string>;

export function accountOf(channel: Channel): (typeof ACCOUNTS)[Channel] {
  return ACCOUNTS[channel];
}

/** Returns the normalised reference of bank money (`slipKey`); null where there is no bank reference. */
export function slipOf(channel: Channel, reference: string | null): string | null {
  return channel === 'bank' && reference !== null ? slipKey(reference) : null;
}

/**
 * Returns the letters and digits of a reference alone, in capitals: two people copy one slip as `FT-1`, `FT 1` and `ft/1`. Leading zeros
 * count. A reference without any letter or digit is compared as it is written.
 */
export function slipKey(reference: string): string {
  const capitals = reference.normalize('NFKC').toUpperCase();
  return capitals.replace(/[^\p{L}\p{N}]+/gu, '') || capitals.replace(/\s+/g, '');
}

/** SQL for the channel of the journal entry `m`; null for all but deposits and their reversals. */
export const CHANNEL = `(
  SELECT CASE a.kind WHEN 'bank' THEN 'bank' WHEN 'other-money' THEN 'other' ELSE 'cash' END
  FROM journal_entries d
  JOIN postings q ON q.school_id = d.school_id AND q.entry_id = d.id AND q.leg = 2
  JOIN accounts a ON a.school_id = q.school_id AND a.id = q.account_id
  WHERE d.school_id = m.school_id AND d.id = coalesce(m.reverses, m.id) AND d.kind = 'deposit')`;

/** SQL that is true if `m` is a deposit undone by its author, or the entry that undid it; a reversal is made by another user. */
export const TAKEN_BACK = `(
  EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = m.school_id AND v.reverses = m.id AND v.by_user = m.by_user)
  OR EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = m.school_id AND v.id = m.reverses AND v.by_user = m.by_user))`;
