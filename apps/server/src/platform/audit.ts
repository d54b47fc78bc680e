import type { Tx } from './database.ts';
import type { Actor } from './http/call.ts';
import { newId } from './id.ts';

export interface AuditEvent {
  /** What was done, in the words of the feature: `school.register`, `wallet.cash-out.refused`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId?: string | null;
  /** What changed. Never a secret, PIN, code, fingerprint or phone number. */
  readonly detail?: Record<string, unknown>;
}

/** Adds a row to the school's audit trail, in the transaction of what it tells. */
export async function audit(
  tx: Tx,
  actor: Pick<Actor, 'userId'> | null,
  event: AuditEvent,
  requestId?: string,
): Promise<void> {
  await tx.row(
    `INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.schoolId,
      newId(),
      actor?.userId ?? null,
      event.action,
      event.subjectKind,
      event.subjectId ?? null,
      JSON.stringify(event.detail ?? {}),
      requestId ?? null,
    ],
  );
}

/** The same for many rows at once, such as those of a list. */
export async function auditAll(
  tx: Tx,
  actor: Pick<Actor, 'userId'> | null,
  events: readonly AuditEvent[],
  requestId?: string,
): Promise<void> {
  await tx.rows(
    `INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id)
     SELECT $1, e.id, $2, e.action, e.subject_kind, e.subject_id, e.detail, $3
     FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::jsonb[]) AS e (id, action, subject_kind, subject_id, detail)`,
    [
      tx.schoolId,
      actor?.userId ?? null,
      requestId ?? null,
      events.map(() => newId()),
      events.map(({ action }) => action),
      events.map(({ subjectKind }) => subjectKind),
      events.map(({ subjectId }) => subjectId ?? null),
      events.map(({ detail }) => JSON.stringify(detail ?? {})),
    ],
  );
}
