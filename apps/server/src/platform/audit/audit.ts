import type { Tx } from '../database/database.ts';
import type { Actor } from '../http/call.ts';
import { newId } from '../records/id.ts';
import { saidIn } from './proof.ts';

export interface AuditEvent {
  /** Name of the action in the feature's words: `school.register`, `wallet.cash-out.refused`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId?: string | null;
  /** Changed values. Must never contain a secret, PIN, code, fingerprint or phone number. */
  readonly detail?: Record<string, unknown>;
}

/**
 * Call as the origin of an audited action, with the user who made the call; `actor` is null when the user is unknown. Every
 * `Call` satisfies this type.
 */
interface CallOrigin {
  readonly actor: Pick<Actor, 'userId'> | null;
  readonly requestId: string;
}

/** Job as the origin of an audited action; a job has no user. */
export interface JobOrigin {
  readonly job: string;
  /** Id of the job's row in the queue; null when the job was run by hand. */
  readonly id: string | null;
}

/** Command-line program as the origin of an audited action; no user is signed in there. */
interface ToolOrigin {
  readonly tool: string;
}

/** Origin of an audited action. Every row of the audit trail has an origin. */
export type Origin = CallOrigin | JobOrigin | ToolOrigin;

/** Returns the user id of an origin; null when no user is known. */
export function userOf(origin: Origin): string | null {
  return 'requestId' in origin ? (origin.actor?.userId ?? null) : null;
}

/** Formats an origin as the audit trail stores it: the request's id, `job:<name>:<id>` or `tool:<name>`. */
function nameOf(origin: Origin): string {
  if ('tool' in origin) return `tool:${origin.tool}`;
  if ('job' in origin) return origin.id === null ? `job:${origin.job}` : `job:${origin.job}:${origin.id}`;
  return origin.requestId;
}

/** Builds a row of the audit trail, with its proof where the transaction has the keys for one. */
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

/** Adds a row to the school's audit trail, in the same transaction as the change that the row describes. */
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

/** Adds many rows of one origin in one statement, such as those of an imported list. */
export async function auditAll(tx: Tx, origin: Origin, events: readonly AuditEvent[]): Promise<void> {
  await auditEach(
    tx,
    events.map((event) => ({ origin, event })),
  );
}

/** Event together with its origin. */
export interface Act {
  readonly origin: Origin;
  readonly event: AuditEvent;
}

/**
 * Adds events of different origins in one statement, such as those of calls that are recorded in a batch. The promise need not be
 * awaited: where the statement fails, the transaction fails.
 */
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
