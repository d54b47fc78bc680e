import type { Tx } from '../database/database.ts';
import type { Actor } from '../http/call.ts';
import { newId } from '../records/id.ts';
import { saidIn } from './proof.ts';

export interface AuditEvent {
  /** Action: what was done, in the words of the feature: `school.register`, `wallet.cash-out.refused`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId?: string | null;
  /** Detail: what changed. Never a secret, PIN, code, fingerprint or phone number. */
  readonly detail?: Record<string, unknown>;
}

/** Call that an audited act belongs to, with whoever made it; null: nobody who could be named. Every `Call` is one. */
interface CallOrigin {
  readonly actor: Pick<Actor, 'userId'> | null;
  readonly requestId: string;
}

/** Job that an audited act belongs to; nobody made it. */
export interface JobOrigin {
  readonly job: string;
  /** The job's row in the queue; null where it was run by hand. */
  readonly id: string | null;
}

/** Program of the command line that an audited act belongs to; nobody is signed in there. */
interface ToolOrigin {
  readonly tool: string;
}

/** Origin of an audited act. No row of the trail is without one. */
export type Origin = CallOrigin | JobOrigin | ToolOrigin;

/** The user behind an origin; null where there is none. */
export function userOf(origin: Origin): string | null {
  return 'requestId' in origin ? (origin.actor?.userId ?? null) : null;
}

/** Origin as the trail holds it: the request's id, `job:<name>:<id>` or `tool:<name>`. */
function nameOf(origin: Origin): string {
  if ('tool' in origin) return `tool:${origin.tool}`;
  if ('job' in origin) return origin.id === null ? `job:${origin.job}` : `job:${origin.job}:${origin.id}`;
  return origin.requestId;
}

/** A row of the trail, as it is written. */
function rowOf(tx: Tx, origin: Origin, event: AuditEvent) {
  const row = {
    id: newId(),
    actor_id: userOf(origin),
    action: event.action,
    subject_kind: event.subjectKind,
    subject_id: event.subjectId ?? null,
    detail: JSON.stringify(event.detail ?? {}),
    request_id: nameOf(origin),
  };
  return { ...row, proof: tx.prove?.(saidIn(tx.schoolId, row)) ?? null };
}

/** Adds a row to the school's audit trail, in the transaction of what it tells. */
export async function audit(tx: Tx, origin: Origin, event: AuditEvent): Promise<void> {
  await addRow(tx, rowOf(tx, origin, event));
}

function addRow(tx: Tx, row: ReturnType<typeof rowOf>): Promise<unknown> {
  return tx.prepared(
    'audit',
    `INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id, proof)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.schoolId,
      row.id,
      row.actor_id,
      row.action,
      row.subject_kind,
      row.subject_id,
      row.detail,
      row.request_id,
      row.proof,
    ],
  );
}

/** The same for many rows at once, such as those of a list. */
export async function auditAll(tx: Tx, origin: Origin, events: readonly AuditEvent[]): Promise<void> {
  await auditEach(
    tx,
    events.map((event) => ({ origin, event })),
  );
}

/** An event with the origin that it belongs to. */
export interface Act {
  readonly origin: Origin;
  readonly event: AuditEvent;
}

/** The same for events of many origins, such as calls that are recorded in a batch. Need not be waited for. */
export function auditEach(tx: Tx, acts: readonly Act[]): Promise<unknown> {
  const rows = acts.map(({ origin, event }) => rowOf(tx, origin, event));
  const [row] = rows;
  if (row && rows.length === 1) return addRow(tx, row);
  return tx.prepared(
    'audit-each',
    `INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id, proof)
     SELECT $1, e.id, e.actor_id, e.action, e.subject_kind, e.subject_id, e.detail, e.request_id, e.proof
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[], $8::text[], $9::bytea[])
       AS e (id, actor_id, action, subject_kind, subject_id, detail, request_id, proof)`,
    [
      tx.schoolId,
      rows.map(({ id }) => id),
      rows.map(({ actor_id }) => actor_id),
      rows.map(({ action }) => action),
      rows.map(({ subject_kind }) => subject_kind),
      rows.map(({ subject_id }) => subject_id),
      rows.map(({ detail }) => detail),
      rows.map(({ request_id }) => request_id),
      rows.map(({ proof }) => proof),
    ],
  );
}
