import type { Problem } from '@mfuko/contract/problem';
import { ahead, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { alreadyIn, notIn } from './errors.ts';
import { addException } from './exceptions.ts';
import { type Clash, type GateExceptionKind, judge, judgeLate } from './rules.ts';
import {
  findByClientKey,
  insertEvent,
  type LockedState,
  lockState,
  type NewGateEvent,
  readNeighbours,
} from './store.ts';

export interface Passage {
  readonly id: string;
  readonly at: Date;
  readonly exception: GateExceptionKind | null;
}

/**
 * Records that a student passes the gate. Locks the student's state first, so that of two gates at once one is refused.
 * Throws gate.already-in and gate.not-in where there is no override.
 */
export async function passGate(tx: Tx, event: NewGateEvent): Promise<Passage> {
  const { id, exception, added } = addPassage(tx, event, await lockState(tx, event.studentId));
  return { id, exception, at: await added };
}

/** Passage that is being added: what comes behind it goes out with it. */
export interface PassageUnderWay extends Omit<Passage, 'at'> {
  readonly added: Promise<Date>;
}

/** The same, where the student's state is locked already; sends all of it without waiting. */
export function addPassage(tx: Tx, event: NewGateEvent, state: LockedState): PassageUnderWay {
  const judgement = judge(event.kind, state, state.today, event.overrideReason !== null);
  if (judgement.verdict === 'refuse') throw refusalOf(judgement.clash, state);
  const { exception } = judgement;
  const id = newId();
  const adding = insertEvent(tx, event, id);
  const noting =
    exception &&
    addException(tx, {
      kind: exception,
      studentId: event.studentId,
      eventId: id,
      recordedBy: event.recordedBy,
      detail: {
        since: state.since?.toISOString() ?? null,
        ...(event.overrideReason === null ? {} : { reason: event.overrideReason }),
      },
    });
  return { id, exception, added: ahead(Promise.all([adding, noting]).then(([{ at }]) => at)) };
}

/** Late event: what became of an event that a device recorded while it had no network. */
export interface LateEvent {
  readonly id: string;
  /** The key came in before, by the ordinary call: nothing was added. */
  readonly known: boolean;
  readonly clash: Problem | null;
  readonly exception: string | null;
  /** Of a ride: the trip that its device saw open, where somebody had closed it. */
  readonly closedTrip?: { readonly sysid: string; readonly closed: Date; readonly closedBy: string } | null;
}

/**
 * Records a passage that happened while there was no network: it is a fact, so the state refuses nothing any more. It
 * stands at its own time, and the student's state moves on to it unless something came after it. `prove` runs once the
 * state is locked and says whether the proof holds.
 */
export async function backfillPass(
  tx: Tx,
  event: NewGateEvent & { readonly clientKey: string; readonly at: Date },
  prove: () => Promise<boolean>,
): Promise<LateEvent> {
  await lockState(tx, event.studentId);
  const known = await findByClientKey(tx, event.clientKey);
  if (known !== null) return { id: known, known: true, clash: null, exception: null };
  const place = await readNeighbours(tx, event.studentId, event.at);
  const judged = judgeLate(event.kind, place);
  const verified = await prove();
  const later = { at: event.at, verified, overtaken: place.after !== null };
  const { id } = await insertEvent(tx, { ...event, later });
  return { id, known: false, ...judged };
}

function refusalOf(clash: Clash, { since, clockTime }: LockedState) {
  // A clash with an `in` has a time; the state's row says so, the type cannot.
  if (clash === 'gate.already-in' && since && clockTime) return alreadyIn(since, clockTime);
  return notIn(since, clockTime);
}
