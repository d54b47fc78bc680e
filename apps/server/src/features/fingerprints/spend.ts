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
import { keepSketch, MOST_SKETCHES, readSketches } from './sketches.ts';
import type { View } from './tasks.ts';
import { openSealed } from './vault.ts';

/** Digest: what a picture is known by in its school; equal pixels have equal digests, in another school others. */
export function digestOf(context: AppContext, schoolId: string, picture: SeenPicture): Buffer {
  return context.keys.digest('picture', `${schoolId}:${picture.sha256}`);
}

/** Spendable: a picture that was looked at, and how it stands to the pictures that its student has used. */
export interface Spendable {
  readonly pictureDigest: Buffer;
  readonly engine: Engine;
  readonly view: View;
  /** The sketches that it was held against. */
  readonly heldAgainst: readonly string[];
  readonly copied: boolean;
  /** Owner of what it was held against: with it the sketch is kept in the statement that spends the picture. Left out: in one of its own. */
  readonly owner?: HeldOwner | null;
}

/**
 * Spends the picture of a proof in the transaction that records what it proved. Throws fingerprint.replayed where it
 * has been spent in this school before, or is a copy of one that the student has used: the same picture twice is no living finger.
 */
export function spendPicture(
  tx: Tx,
  proof: { readonly student: { readonly id: string }; readonly picture: Spendable },
): Promise<void> {
  return spend(tx, proof.student.id, proof.picture, false);
}

/** Spends a picture as `spendPicture` does; `enrolled` ones are remembered as long as their student has fingers. */
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
    await holdAgainst(
      engine,
      view,
      sketches.map(({ bytes }) => bytes),
    )
  )
    throw replayed();
  await keepSketch(tx, context, studentId, view.sketch, { enrolled, key });
}

/** Row of `spend_picture` and `use_picture`: the first has the key, the others have a sketch, but for one that says that the own sketch is kept. */
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
  // A copy is refused, though its transaction may go on: its sketch would take the place of another picture's.
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
    [...spent, owner.wrapped, id, owner.sealSketch(id, view.sketch), MOST_SKETCHES],
  );
}

/** Tells whether a picture is a copy of one of those that the sketches were made of. */
export async function holdAgainst(engine: Engine, view: View, sketches: readonly Uint8Array[]): Promise<boolean> {
  if (sketches.length === 0) return false;
  const { copied } = await engine.run('resemble', { ...copyOf(view), sketches: [...sketches] });
  return copied;
}

/** A view whose picture can be handed on while the first is kept, to be asked about again. */
export function copyOf(view: View): View {
  return { ...view, picture: { ...view.picture, pixels: Uint8Array.from(view.picture.pixels) } };
}

/** Tells whether the picture has been spent; spends nothing. */
export async function isSpent(tx: ReadTx, pictureDigest: Buffer): Promise<boolean> {
  const found = await tx.prepared(
    'find-spent-picture',
    'SELECT 1 AS spent FROM spent_pictures WHERE school_id = $1 AND digest = $2',
    [tx.schoolId, pictureDigest],
  );
  return found.length > 0;
}

/** Throws fingerprint.replayed where the picture has been spent. */
export async function refuseSpent(tx: ReadTx, pictureDigest: Buffer): Promise<void> {
  if (await isSpent(tx, pictureDigest)) throw replayed();
}

/**
 * Works out a picture that is to be enrolled, which is held against no finger yet. Throws fingerprint.replayed where it or its like has been used,
 * fingerprint.low-quality, and fingerprint.bad-image where no child of that age has ridges so narrow.
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
  if (await holdAgainst(engine, view, used.packed)) throw replayed();
  return { picture: { pictureDigest, engine, view, heldAgainst: used.ids, copied: false }, quality };
}
