/** Old and new value of one field of a record, as stored in an audit row. */
export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * Returns the fields of a record whose values differ, for `detail.changes` of an audit row. Both sides use the units of the API
 * (KES, not cents). Nothing private may be in the records: leave out secrets and PINs, and mask phone numbers with `maskedPhone`
 * first.
 */
export function changesOf<Record extends object>(before: Record, after: Record): { [field: string]: Change } {
  const changes: { [field: string]: Change } = {};
  for (const field of Object.keys(after) as (keyof Record & string)[]) {
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[field] = { from, to };
  }
  return changes;
}

/** Masks a phone number for the audit trail as `2547…678`: staff who know two numbers can still tell them apart. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)}…${phone.slice(-3)}`;
}
