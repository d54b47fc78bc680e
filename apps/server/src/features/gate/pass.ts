import type { Tx } from '../../platform/database.ts';
import { alreadyIn, notIn } from './errors.ts';
import { addOddity } from './oddities.ts';
import { type Clash, type GateOddity, judge } from './rules.ts';
import { insertEvent, type LockedState, lockState, type NewGateEvent } from './store.ts';

export interface Passage {
  readonly id: string;
  readonly at: Date;
  readonly oddity: GateOddity | null;
}

/**
 * Records that a student passes the gate. Locks the student's state first, so that of two gates at once one is refused.
 * `beforeRecording` runs once the state has allowed the passage; what it throws undoes everything. Throws
 * gate.already-in and gate.not-in where there is no override.
 */
export async function passGate(
  tx: Tx,
  event: NewGateEvent,
  beforeRecording: () => Promise<void> = async () => {},
): Promise<Passage> {
  const state = await lockState(tx, event.studentId);
  const judgement = judge(event.kind, state, state.today, event.overrideReason !== null);
  if (judgement.verdict === 'refuse') throw refusalOf(judgement.clash, state);
  await beforeRecording();
  const { id, at } = await insertEvent(tx, event);
  if (judgement.oddity !== null) {
    await addOddity(tx, {
      kind: judgement.oddity,
      studentId: event.studentId,
      eventId: id,
      detail: {
        since: state.since?.toISOString() ?? null,
        ...(event.overrideReason === null ? {} : { reason: event.overrideReason }),
      },
    });
  }
  return { id, at, oddity: judgement.oddity };
}

function refusalOf(clash: Clash, { since, clockTime }: LockedState) {
  // A clash with an `in` has a time; the state's row says so, the type cannot.
  if (clash === 'gate.already-in' && since && clockTime) return alreadyIn(since, clockTime);
  return notIn(since, clockTime);
}
