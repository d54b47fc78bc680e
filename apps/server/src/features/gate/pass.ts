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
 * Records a passage. Locks the student's state first, so that of two concurrent passages at two gates one is refused. Throws
 * gate.already-in and gate.not-in unless there is an override.
 */
export async function passGate(tx: Tx, event: NewGateEvent): Promise<Passage> {
  const { id, exception, added } = addPassage(tx, event, await lockState(tx, event.studentId));
  return { id, exception, at: await added };
}

/** Passage whose statements are sent but not answered yet. */
export interface PassageUnderWay extends Omit<Passage, 'at'> {
  readonly added: Promise<Date>;
}

/** Adds a passage of a student whose state the caller has locked. Sends all statements without waiting; `added` resolves to the time. */
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

/** Late event: outcome of an event that a device recorded offline. */
export interface LateEvent {
  readonly id: string;
  /** True if the key was recorded before by an online call; nothing was added. */
  readonly known: boolean;
  readonly clash: Problem | null;
  readonly exception: string | null;
  /** Set for a ride whose trip was open when the device recorded the ride, but has been closed since. */
  readonly closedTrip?: { readonly sysid: string; readonly closed: Date; readonly closedBy: string } | null;
}

/**
 * Records a passage that happened offline. The passage is a fact, so that no state refuses it. The passage keeps its own time, and the
 * student's state moves to it unless a later passage exists. `prove` runs once the state is locked, and returns whether the proof is
 * valid.
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
  // A clash with an `in` always has a time; the type cannot express this.
  if (clash === 'gate.already-in' && since && clockTime) return alreadyIn(since, clockTime);
  return notIn(since, clockTime);
}
