import { isImpossiblyNarrow } from '@mfuko/fingerprint/template/ridge-size';
import { decodeTemplate } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import type { Engine } from './engine.ts';
import { lowQuality, replayed } from './errors.ts';
import type { HeldOwner } from './held.ts';
import type { SeenPicture } from './picture.ts';
import { readAge, wrongResolution } from './reader-size.ts';
import { keepSketch, MAX_SKETCHES, readSketches } from './sketches.ts';
import type { View } from './tasks.ts';
import { openSealed } from './vault.ts';

/** Returns a picture's digest: equal pixels have equal digests within one school, and different ones across schools. */
export function digestOf(context: AppContext, schoolId: string, picture: SeenPicture): Buffer {
  return context.keys.digest('picture', `${schoolId}:${picture.sha256}`);
}

/** Picture that was examined and can be marked as used. */
export interface Spendable {
  readonly pictureDigest: Buffer;
  readonly engine: Engine;
  readonly view: View;
  /** Ids of the sketches that it was compared with. */
  readonly heldAgainst: readonly string[];
  readonly copied: boolean;
  /** Owner of the reference data. If set, one statement marks the picture as used and stores the sketch. */
  readonly owner?: HeldOwner | null;
}

/**
 * Marks the picture of a proof as used, in the recording transaction. Throws fingerprint.replayed if the picture was used in this
 * school before, or is a copy of one that the student has used: the same picture twice does not come from a living finger.
 */
export function spendPicture(
  tx: Tx,
  proof: { readonly student: { readonly id: string }; readonly picture: Spendable },
): Promise<void> {
  return spend(tx, proof.student.id, proof.picture, false);
}

/** Marks a picture as used, as `spendPicture` does; sketches of `enrolled` pictures are kept as long as the student has fingers. */
export async function spend(tx: Tx, studentId: string, picture: Spendable, enrolled: boolean): Promise<void> {
  const { engine, view, copied } = picture;
  const { context } = engine;
  const [first, ...since] = await spendRow(tx, studentId, picture, enrolled);
  if (!first || copied) throw replayed();
  if (since.some(({ kept }) => kept)) return;
  const { key } = first;
  const sketches = await openSealed(
    tx,
    context,
    'sketch',
    since.flatMap(({ sketch, sealed }) =>
      key && sketch && sealed ? [{ id: sketch, studentId, sealed, wrapped: key }] : [],
    ),
  );
  if (
    await isCopyOfAny(
      engine,
      view,
      sketches.map(({ bytes }) => bytes),
    )
  )
    throw replayed();
  await keepSketch(tx, context, studentId, view.sketch, { enrolled, key });
}

/** Row of `spend_picture` and `use_picture`: the first has the key, the others a sketch; a last `kept` row says that the sketch is stored. */
interface Spent {
  readonly key: Buffer | null;
  readonly sketch: string | null;
  readonly sealed: Buffer | null;
  readonly kept: boolean;
}

function spendRow(
  tx: Tx,
  studentId: string,
  { engine, view, pictureDigest, heldAgainst, owner, copied }: Spendable,
  enrolled: boolean,
): Promise<Spent[]> {
  const spent = [tx.schoolId, studentId, pictureDigest, heldAgainst, engine.context.keys.readingSecret];
  // A copy's sketch is not stored, since its transaction may still commit and the sketch would displace another picture's.
  if (enrolled || copied || !owner || owner.studentId !== studentId)
    return tx.prepared(
      'spend-picture',
      'SELECT key, sketch, sketch_sealed AS sealed, false AS kept FROM spend_picture($1, $2, $3, $4, $5)',
      spent,
    );
  const id = newId();
  return tx.prepared(
    'use-picture',
    'SELECT key, sketch, sketch_sealed AS sealed, kept FROM use_picture($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [...spent, owner.wrapped, id, owner.sealSketch(id, view.sketch), MAX_SKETCHES],
  );
}

/** Tells whether a picture is a copy of a picture that one of the sketches was made from. */
export async function isCopyOfAny(engine: Engine, view: View, sketches: readonly Uint8Array[]): Promise<boolean> {
  if (sketches.length === 0) return false;
  const { copied } = await engine.run('resemble', { ...copyOf(view), sketches: [...sketches] });
  return copied;
}

/** Copies a view, so that its pixels can be transferred while the original is kept for the next task. */
export function copyOf(view: View): View {
  return { ...view, picture: { ...view.picture, pixels: Uint8Array.from(view.picture.pixels) } };
}

/** Tells whether the picture was used before. */
export async function isSpent(tx: ReadTx, pictureDigest: Buffer): Promise<boolean> {
  const found = await tx.prepared(
    'find-spent-picture',
    'SELECT 1 AS spent FROM spent_pictures WHERE school_id = $1 AND digest = $2',
    [tx.schoolId, pictureDigest],
  );
  return found.length > 0;
}

/** Throws fingerprint.replayed if the picture was used before. */
export async function refuseSpent(tx: ReadTx, pictureDigest: Buffer): Promise<void> {
  if (await isSpent(tx, pictureDigest)) throw replayed();
}

/**
 * Examines a picture for enrolment, before any comparison with fingers. Throws fingerprint.replayed if the picture or one it copies was
 * used, fingerprint.low-quality, and fingerprint.bad-image if its ridges are narrower than any child's of that age.
 */
export async function viewUnused(
  call: Call,
  engine: Engine,
  studentId: string,
  seen: SeenPicture,
): Promise<{ readonly picture: Spendable; readonly quality: number }> {
  const pictureDigest = digestOf(engine.context, call.schoolId, seen);
  await call.read((tx) => refuseSpent(tx, pictureDigest));
  const { quality, qualityMinimum, advice, blank: _, ...view } = await engine.run('extract', { picture: seen });
  if (quality < qualityMinimum) throw lowQuality(quality, qualityMinimum, advice);
  const years = await call.read((tx) => readAge(tx, studentId));
  if (isImpossiblyNarrow(decodeTemplate(view.template), years)) throw wrongResolution();
  const used = await call.read((tx) => readSketches(tx, engine.context, studentId));
  if (await isCopyOfAny(engine, view, used.packed)) throw replayed();
  return { picture: { pictureDigest, engine, view, heldAgainst: used.ids, copied: false }, quality };
}
