import type { Keys } from '../crypto/keys.ts';

/** Genesis hash: the predecessor of the first link in each school's chain. */
export const BEGINNING = Buffer.alloc(32);

/** SQL expression that formats a timestamp with microseconds in UTC, independent of the session's time zone. */
export function exactly(moment: string): string {
  return `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Every column of an audit row `e` as text, so that the hash covers every byte of the row. */
export const EVENT_COLUMNS = `
  e.id, ${exactly('e.at')} AS at, e.actor_id, e.action, e.subject_kind, e.subject_id, e.detail::text AS detail, e.request_id`;

export interface SealedEvent {
  readonly id: string;
  readonly at: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly detail: string;
  readonly request_id: string | null;
}

export interface Link {
  readonly schoolId: string;
  readonly position: bigint;
  /** Time in the format of `exactly`. */
  readonly sealedAt: string;
  readonly event: SealedEvent;
}

/** Returns the hash of a link: HMAC-SHA-256 over the previous hash and every field of the link. */
export function hashOf(
  keys: Pick<Keys, 'digest'>,
  previous: Buffer,
  { schoolId, position, sealedAt, event }: Link,
): Buffer {
  const said = JSON.stringify([
    schoolId,
    String(position),
    sealedAt,
    event.id,
    event.at,
    event.actor_id,
    event.action,
    event.subject_kind,
    event.subject_id,
    event.detail,
    event.request_id,
  ]);
  return keys.digest('audit-chain', Buffer.concat([previous, Buffer.from(said)]));
}
