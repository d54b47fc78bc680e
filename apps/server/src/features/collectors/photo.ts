import type { UploadedFile } from '@mfuko/contract/endpoint';
import { openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { reencodePhoto } from '../../platform/images/images.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { badPhoto, noConsent } from './errors.ts';
import { isBarred } from './rules.ts';
import { blocksOf } from './store.ts';

/** A photo that was decoded and re-encoded, with the caller's statement that the person has consented. */
export interface Photo {
  readonly jpeg: Buffer;
}

/** Reads the photo of a call; null if there is none. Throws collector.bad-photo, and input.malformed without consent. */
export async function readPhoto(file: UploadedFile | undefined, consent: boolean): Promise<Photo | null> {
  if (!file) return null;
  if (!consent) throw noConsent();
  const jpeg = await reencodePhoto(file.bytes);
  if (!jpeg) throw badPhoto();
  return { jpeg };
}

/** Stores a collector's photo, in place of an earlier one. Sealed with the school's key for this row. */
export async function storePhoto(
  tx: Tx,
  context: AppContext,
  { id, studentId }: { readonly id: string; readonly studentId: string },
  { jpeg }: Photo,
  by: string,
): Promise<void> {
  const sealed = sealWith(await context.keys.ofSchool(tx), sealContext(tx, id), jpeg);
  await erasePhoto(tx, id);
  await tx.row(
    'INSERT INTO collector_photos (school_id, collector_id, student_id, sealed, asked_by) VALUES ($1, $2, $3, $4, $5)',
    [tx.schoolId, id, studentId, sealed, by],
  );
}

/** Deletes a collector's photo; returns false if there is none. */
export async function erasePhoto(tx: Tx, id: string): Promise<boolean> {
  const erased = await tx.row(
    'DELETE FROM collector_photos WHERE school_id = $1 AND collector_id = $2 RETURNING collector_id',
    [tx.schoolId, id],
  );
  return erased !== undefined;
}

interface OpenPhoto {
  readonly sysid: string;
  readonly b64Photo: string;
}

/** Opens the photos of the people on a student's list. */
export async function openPhotos(tx: ReadTx, context: AppContext, studentId: string): Promise<OpenPhoto[]> {
  const rows = await tx.rows<{ id: string; sealed: Buffer }>(
    `SELECT c.id, p.sealed FROM collector_photos p JOIN collectors c ON c.school_id = p.school_id AND c.id = p.collector_id
     WHERE p.school_id = $1 AND p.student_id = $2 AND c.removed_at IS NULL ORDER BY c.name, c.id`,
    [tx.schoolId, studentId],
  );
  if (rows.length === 0) return [];
  const key = await context.keys.ofSchool(tx);
  return rows.map(({ id, sealed }) => ({
    sysid: id,
    b64Photo: openWith(key, sealContext(tx, id), sealed).toString('base64'),
  }));
}

/** A photo with its time, opened. */
export interface DatedPhoto {
  readonly sysid: string;
  readonly photoAt: Date;
  readonly jpeg: Buffer;
}

interface NamedPhoto {
  readonly id: string;
  readonly studentId: string;
  readonly name: string;
  readonly mobileNumber: string | null;
  readonly sealed: Buffer;
  readonly photoAt: Date;
}

/**
 * Opens the photos of the given collectors, if they are on the list of an active student and may collect today: no entry of that list,
 * their own or another, blocks them.
 */
export async function openPhotosOf(tx: ReadTx, context: AppContext, ids: readonly string[]): Promise<DatedPhoto[]> {
  const named = await tx.rows<NamedPhoto>(
    `SELECT c.id, c.student_id AS "studentId", c.name, c.mobile_number AS "mobileNumber", p.sealed, p.asked_at AS "photoAt"
     FROM collector_photos p JOIN collectors c ON c.school_id = p.school_id AND c.id = p.collector_id
     JOIN students s ON s.school_id = p.school_id AND s.id = p.student_id JOIN schools o ON o.id = p.school_id
     WHERE p.school_id = $1 AND c.id = ANY ($2) AND c.removed_at IS NULL AND c.blocked_reason IS NULL
       AND (c.valid_until IS NULL OR c.valid_until >= (clock_timestamp() AT TIME ZONE o.time_zone)::date)
       AND s.status = 'active' AND s.deleted_at IS NULL ORDER BY c.id`,
    [tx.schoolId, ids],
  );
  const blocks = await blocksOf(tx, [...new Set(named.map(({ studentId }) => studentId))]);
  const rows = named.filter((person) => !isBarred(blocks.get(person.studentId) ?? [], person));
  if (rows.length === 0) return [];
  const key = await context.keys.ofSchool(tx);
  return rows.map(({ id, sealed, photoAt }) => ({
    sysid: id,
    photoAt,
    jpeg: openWith(key, sealContext(tx, id), sealed),
  }));
}

const sealContext = (tx: ReadTx, id: string) => `collector-photo:${tx.schoolId}:${id}`;
