import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { tickByTouch, undoTickTouch } from '@mfuko/contract/roll-calls';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import type { Engine } from '../fingerprints/index.ts';
import { recordFound } from '../identity/index.ts';
import { getStudentById, type Student } from '../students/index.ts';
import { notExpected, numberNeeded, rollCallNotFound, touchNotFound } from './errors.ts';
import { countRollCall, findRollCall } from './roll-call-store.ts';
import { findOwnTick, insertTouch, isExpected, takeTouchBack } from './roll-call-touch-store.ts';
import { readGateRules } from './touch.ts';

/**
 * Ticks an expected student, identified by the finger alone. Reads the school's rule before the identification, so that no student is
 * revealed where the rule forbids it. Throws gate.number-needed, roll-call.not-found, roll-call.not-expected and what `recordFound`
 * throws.
 */
export async function tickFound(
  call: Call,
  engine: Engine,
  { sysid, ...picture }: InputOf<typeof tickByTouch>,
): Promise<AnswerOf<typeof tickByTouch>> {
  await call.read(async (tx) => {
    if (!(await readGateRules(tx)).fingerOnly) throw numberNeeded();
    if (!(await findRollCall(tx, sysid))) throw rollCallNotFound();
  });
  return recordFound(call, engine, picture, async (tx, { student }) => {
    if (!(await isExpected(tx, sysid, student.id))) throw notExpected(student);
    const { key, at } = await insertTouch(tx, sysid, { key: newId(), ...own(call, student), undoes: null });
    const answer = { key, ...(await standing(tx, sysid, student)), at: at.toISOString() };
    return { answer, repeated: false };
  });
}

/** Takes back a tick of the same user, by finger or by hand, with a second tick that undoes the first. Throws roll-call.no-touch. */
export function takeTickBack(
  call: Call,
  { sysid, key }: InputOf<typeof undoTickTouch>,
): Promise<AnswerOf<typeof undoTickTouch>> {
  return call.record(async (tx) => {
    const tick = await findOwnTick(tx, sysid, key, call.actor.userId);
    if (!tick) throw touchNotFound();
    const student = await getStudentById(tx, tick.studentId);
    if (await takeTouchBack(tx, sysid, { key: newId(), ...own(call, student), undoes: key }))
      await audit(tx, call, {
        action: 'roll-call.touch.taken-back',
        subjectKind: 'student',
        subjectId: student.id,
        detail: { rollCallSYSID: sysid },
      });
    return standing(tx, sysid, student);
  });
}

function own(call: Call, student: Student) {
  return { studentId: student.id, by: call.actor.userId, marshal: call.actor.names };
}

async function standing(tx: Tx, sysid: string, { admissionNumber, names, className }: Student) {
  return { admissionNumber, names, className, ...(await countRollCall(tx, sysid)) };
}
