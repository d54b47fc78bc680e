/** One field of a record before and after, as an audit row tells it. */
export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The fields of a record that are no longer what they were, for `detail.changes` of an audit row. Both sides in the words
 * of the wire (KES, not cents). Nothing private may be in them: leave out secrets and PINs, and mask phone numbers with
 * `maskedPhone` first.
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

/** A phone number as the audit trail may hold it: `2547…678`, enough to tell two apart for whoever knows them. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)}…${phone.slice(-3)}`;
}
