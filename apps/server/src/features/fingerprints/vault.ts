import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { KeyError, openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Kinds of rows that are sealed with a student's key. */
type Kind = 'fingerprint' | 'sketch';

/** A sealed template or sketch, with its student's wrapped key. */
export interface SealedRow {
  readonly id: string;
  readonly studentId: string;
  readonly sealed: Buffer;
  readonly wrapped: Buffer;
}

export interface OpenRow {
  readonly id: string;
  readonly studentId: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function keyContext(schoolId: string, studentId: string): string {
  return `student-key:${schoolId}:${studentId}`;
}

function rowContext(kind: Kind, schoolId: string, studentId: string, id: string): string {
  return `${kind}:${schoolId}:${studentId}:${id}`;
}

/** Seals a template for its student and row, as `sealForStudent` does. */
export function sealTemplate(
  tx: Tx,
  context: AppContext,
  studentId: string,
  id: string,
  bytes: Uint8Array,
): Promise<Buffer> {
  return sealForStudent(tx, context, 'fingerprint', studentId, id, bytes);
}

/** Seals bytes for a student and row, and creates the student's key if there is none yet. */
export async function sealForStudent(
  tx: Tx,
  context: AppContext,
  kind: Kind,
  studentId: string,
  id: string,
  bytes: Uint8Array,
): Promise<Buffer> {
  const schoolKey = await context.keys.ofSchool(tx);
  const fresh = sealWith(schoolKey, keyContext(tx.schoolId, studentId), randomBytes(32));
  await tx.row('INSERT INTO student_keys (school_id, student_id, wrapped) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    tx.schoolId,
    studentId,
    fresh,
  ]);
  const kept = await tx.row<{ wrapped: Buffer | null }>('SELECT student_key($1, $2) AS wrapped', [
    context.keys.readingSecret,
    studentId,
  ]);
  if (!kept?.wrapped) throw new KeyError('The student has no key.');
  return sealUnder(tx, context, kept.wrapped, kind, studentId, id, bytes);
}

/** Seals bytes for a student and row, under the student's key as the caller has read it. */
export async function sealUnder(
  tx: ReadTx,
  context: AppContext,
  wrapped: Buffer,
  kind: Kind,
  studentId: string,
  id: string,
  bytes: Uint8Array,
): Promise<Buffer> {
  const seal = await sealerUnder(tx, context, wrapped, kind, studentId);
  return seal(id, bytes);
}

/** Seals bytes for the row with that id. */
export type Seal = (id: string, bytes: Uint8Array) => Buffer;

/** Creates the seal function of one student's rows, which stays valid after the transaction. */
export async function sealerUnder(
  tx: ReadTx,
  context: AppContext,
  wrapped: Buffer,
  kind: Kind,
  studentId: string,
): Promise<Seal> {
  const { schoolId } = tx;
  const schoolKey = await context.keys.ofSchool(tx);
  const key = openWith(schoolKey, keyContext(schoolId, studentId), wrapped);
  return (id, bytes) => sealWith(key, rowContext(kind, schoolId, studentId, id), bytes);
}

/** Opens templates, as `openSealed` does. */
export function openTemplates(tx: ReadTx, context: AppContext, rows: readonly SealedRow[]): Promise<OpenRow[]> {
  return openSealed(tx, context, 'fingerprint', rows);
}

/**
 * Opens rows that lie where they were sealed for. A template that was moved to another row or student, or whose key is gone, cannot be
 * opened and is left out: it must neither match anybody nor prevent the student's other fingers from matching.
 */
export async function openSealed(
  tx: ReadTx,
  context: AppContext,
  kind: Kind,
  rows: readonly SealedRow[],
): Promise<OpenRow[]> {
  if (rows.length === 0) return [];
  const schoolKey = createSecretKey(await context.keys.ofSchool(tx));
  // Key objects, cached by student: all rows of a student share one key, and creating the object takes ten times as long as using it.
  const keys = new Map<string, KeyObject>();
  const keyOf = ({ studentId, wrapped }: SealedRow) => {
    const name = `${studentId}:${wrapped.toString('base64')}`;
    const key = keys.get(name) ?? createSecretKey(openWith(schoolKey, keyContext(tx.schoolId, studentId), wrapped));
    keys.set(name, key);
    return key;
  };
  return rows.flatMap((row) => {
    const { id, studentId, sealed } = row;
    try {
      const plain = openWith(keyOf(row), rowContext(kind, tx.schoolId, studentId, id), sealed);
      // Copied, because a Buffer may share a pool whose whole memory would be transferred to the worker.
      return [{ id, studentId, bytes: Uint8Array.from(plain) }];
    } catch (error) {
      if (error instanceof KeyError) return [];
      throw error;
    }
  });
}
