import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { type checkInTouch, type getGateRules, UNDO_SECONDS, type undoTouch } from '@mfuko/contract/touch';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { reopenExeat } from '../exeats/index.ts';
import { recordFound } from '../identity/index.ts';
import { getStudentById, type Student } from '../students/index.ts';
import { type GateParts, record } from './check.ts';
import { numberNeeded, passageNotFound, tooLateToUndo } from './errors.ts';
import { lockState } from './store.ts';
import { takePassageBack } from './take-back.ts';

export async function readGateRules(tx: ReadTx): Promise<AnswerOf<typeof getGateRules>> {
  const school = await tx.row<{ fingerOnly: boolean }>(
    'SELECT finger_only_gate AS "fingerOnly" FROM schools WHERE id = $1',
    [tx.schoolId],
  );
  return { fingerOnly: school?.fingerOnly ?? false };
}

/**
 * Checks in a student who is identified by the finger alone. Reads the school's rule first, so that no student is revealed where it
 * forbids this.
 */
export async function checkInByTouch(
  call: Call,
  { engine, noteStep }: GateParts,
  { override, ...picture }: InputOf<typeof checkInTouch>,
): Promise<AnswerOf<typeof checkInTouch>> {
  if (!(await call.read(readGateRules)).fingerOnly) throw numberNeeded();
  return recordFound(call, engine, picture, async (tx, proven) => {
    const event = await record(
      tx,
      call,
      noteStep,
      { kind: 'in', admissionNumber: proven.student.admissionNumber, override },
      { ...proven, found: true },
    ).catch((refusal) => {
      throw named(refusal, proven.student);
    });
    const undoUntil = new Date(Date.parse(event.date) + UNDO_SECONDS * 1000).toISOString();
    return { answer: { ...event, undoUntil }, repeated: false };
  });
}

/** Adds the student to a refusal, because the guard gave no number and would not know whom the refusal concerns. */
function named(error: unknown, { admissionNumber, names, className }: Student): unknown {
  if (!(error instanceof Refusal) || error.problem !== 'gate.already-in') return error;
  const detail = { ...error.detail, admissionNumber, names, className };
  return new Refusal(error.problem, error.message, { detail });
}

/**
 * Takes back a touch of the same user with a second passage that undoes the first, restores the gate state, and settles the exceptions
 * that the touch had raised. Throws gate.not-found and gate.undo-too-late.
 */
export function takeTouchBack(call: Call, { sysid }: InputOf<typeof undoTouch>): Promise<AnswerOf<typeof undoTouch>> {
  return call.record(async (tx) => {
    const touch = await tx.row<{ studentId: string; stale: boolean }>(
      `SELECT student_id AS "studentId", at < clock_timestamp() - make_interval(secs => $4) AS stale FROM gate_events
       WHERE school_id = $1 AND id = $2 AND recorded_by = $3 AND found`,
      [tx.schoolId, sysid, call.actor.userId, UNDO_SECONDS],
    );
    if (!touch) throw passageNotFound();
    await lockState(tx, touch.studentId);
    if (touch.stale || !(await isLast(tx, touch.studentId, sysid))) throw tooLateToUndo();
    const { id, at } = await takePassageBack(tx, call, { eventId: sysid, studentId: touch.studentId, kind: 'in' });
    await reopenExeat(tx, sysid);
    const { admissionNumber, names, className } = await getStudentById(tx, touch.studentId);
    return { sysid: id, admissionNumber, studentName: names, class: className, date: at.toISOString() };
  });
}

async function isLast(tx: ReadTx, studentId: string, eventId: string): Promise<boolean> {
  const found = await tx.row(
    'SELECT 1 AS last FROM gate_states WHERE school_id = $1 AND student_id = $2 AND event_id = $3',
    [tx.schoolId, studentId, eventId],
  );
  return found !== undefined;
}
