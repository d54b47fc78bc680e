import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { identifyFingerprint } from '@mfuko/contract/fingerprints';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkDevice } from '../devices/index.ts';
import { getStudentById } from '../students/index.ts';
import { type Engine, see } from './engine.ts';
import { ambiguous, replayed } from './errors.ts';
import { noMatch } from './no-match.ts';
import type { Picture } from './picture.ts';
import { readRoster } from './roster.ts';
import { judgeIdentity } from './rules.ts';
import { identifyInRoster } from './search-roster.ts';
import { readSketches } from './sketches.ts';
import { digestOf, isCopyOfAny, refuseSpent, type Spendable } from './spend.ts';

/** Student who was identified among the whole school, with the picture. */
export interface Found {
  readonly studentId: string;
  readonly picture: Spendable;
  readonly score: number;
}

/**
 * Identifies the active student whose finger the picture shows, among the whole school. Throws fingerprint.bad-image,
 * fingerprint.replayed, fingerprint.no-match, fingerprint.ambiguous and server.busy. The caller must mark the picture as used where it
 * records.
 */
export async function findFinger(call: Call, engine: Engine, picture: Picture): Promise<Found> {
  const seen = await see(engine, picture);
  const pictureDigest = digestOf(engine.context, call.schoolId, seen);
  const roster = await call.read(async (tx) => {
    await refuseSpent(tx, pictureDigest);
    return readRoster(tx, engine);
  });
  const view = await engine.run('extract', { picture: seen });
  if (view.blank) throw noMatch(view.advice);
  const [best, second] = await identifyInRoster(engine, roster, view.template);
  const verdict = judgeIdentity(best?.score ?? 0, second?.score ?? 0);
  if (verdict === 'ambiguous') throw ambiguous();
  if (verdict === 'unknown' || !best) throw noMatch(view.advice);
  const used = await call.read((tx) => readSketches(tx, engine.context, best.studentId));
  if (await isCopyOfAny(engine, view, used.packed)) throw replayed();
  const spendable = { pictureDigest, engine, view, heldAgainst: used.ids, copied: false };
  return { studentId: best.studentId, picture: spendable, score: best.score };
}

/**
 * Identifies a student and returns the name. Throws device.revoked, device.unsigned-capture and what `findFinger` throws. Does not mark
 * the picture as used, so that the next call can record with the same picture.
 */
export async function identify(
  call: Call,
  engine: Engine,
  picture: Picture,
): Promise<AnswerOf<typeof identifyFingerprint>> {
  await call.autonomous((tx) => checkDevice(tx, engine.context, call.requestId, picture, null));
  const { studentId, score } = await findFinger(call, engine, picture);
  return call.record(async (tx) => {
    const { id, admissionNumber, names, className, status } = await getStudentById(tx, studentId);
    if (status !== 'active') throw noMatch();
    // Each search of the whole school is audited, because a child's parents may ask who looked for their child.
    await audit(tx, call, { action: 'fingerprint.identify', subjectKind: 'student', subjectId: id });
    return { admissionNumber, names, className, score: Math.round(score) };
  });
}
