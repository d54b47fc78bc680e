import type { Keys } from '../crypto/keys.ts';

/** Beginning: what the first row of a school's chain is chained to. */
export const BEGINNING = Buffer.alloc(32);

/** PostgreSQL's own text of a moment, to the microsecond and whatever the session's zone. */
export function exactly(moment: string): string {
  return `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Every column of an audit row `e` as text, so that no byte of it can change unseen. */
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
  /** As `exactly` writes it. */
  readonly sealedAt: string;
  readonly event: SealedEvent;
}

/** The hash of a link: HMAC-SHA-256 over the one before it and everything that the link says. */
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
