import { createHash } from 'node:crypto';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { OfflineEvent, OfflineOutcome, offlineBatch, QueuedEvent } from '@mfuko/contract/offline';
import { offlineEvent } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import { audit } from '../../platform/audit/audit.ts';
import type { OfflineKey } from '../../platform/crypto/offline-key.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor, Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { backfillRelease } from '../collectors/index.ts';
import { isExeatRequired, settleLateExeat } from '../exeats/index.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Backfilled, backfillProven, type Recorded, type Verdict } from '../identity/index.ts';
import { wasHeard } from '../session/index.ts';
import { getStudentOfNumber } from '../students/index.ts';
import { askAboutChangedMeans } from './changed-means.ts';
import type { Custody } from './custody.ts';
import { addException, type NewException } from './exceptions.ts';
import { claimEvent, completeClaim, releaseClaim, type Settled } from './offline-claims.ts';
import { noteReusedNumber } from './offline-counter.ts';
import { askAboutLateness, placeOf } from './offline-late.ts';
import { asJson, type OfflineProof, readProof } from './offline-proof.ts';
import { type FindStaffDesk, type Recorder, recorderOf } from './offline-recorder.ts';
import { answerAgain, type FindClosedTrip, tripAnswer } from './offline-repeat.ts';
import { refuseUnreadable } from './offline-unreadable.ts';
import { backfillPass, type LateEvent } from './pass.ts';
import { type ClaimedTime, exceptionOf, type Moment, momentOfClock } from './rules.ts';
import type { NewGateEvent } from './store.ts';

/** A boarding or alighting that a device recorded offline. */
export interface LateRide extends Omit<NewGateEvent, 'kind'> {
  readonly kind: 'on' | 'off';
  readonly busNumberPlate: string;
  readonly clientKey: string;
  readonly at: Date;
  /** Trip that the device knew to be open when it recorded the ride. */
  readonly seenTripId?: string | undefined;
}

export interface OfflineParts extends Custody {
  readonly engine: Engine;
  readonly offlineKey: OfflineKey;
  /** Records a ride; injected, since the bus depends on the gate. Throws bus.not-found. */
  readonly backfillRide: (tx: Tx, ride: LateRide, prove: () => Promise<boolean>) => Promise<LateEvent>;
  readonly findStaffDesk: FindStaffDesk;
  readonly findClosedTrip: FindClosedTrip;
}

/** An event whose claim this request holds. */
interface Claimed {
  readonly key: string;
  readonly claimId: string;
  readonly event: OfflineEvent;
  readonly counter: number;
  readonly moment: Moment;
  /** The database's time at the claim. */
  readonly now: Date;
  readonly recorder: Recorder;
}

/**
 * Records the events of a device that had no network, in the order of the device's counter, each key at most once ever. Each event has
 * a transaction of its own, so that one faulty event loses no other. Throws server.busy where an event could not be processed now;
 * events that were recorded before that are reported as duplicates when the device sends the batch again.
 */
export async function recordBatch(
  call: Call,
  parts: OfflineParts,
  { events, sentAt }: InputOf<typeof offlineBatch>,
): Promise<AnswerOf<typeof offlineBatch>> {
  const receivedAt = parts.engine.context.clock.now();
  const skewMs = sentAt === undefined ? 0 : receivedAt - Date.parse(sentAt);
  const outcomes = new Map<QueuedEvent, OfflineOutcome>();
  let before: number | null = null;
  for (const queued of events.toSorted((one, other) => one.counter - other.counter)) {
    const opened = openEvent(parts, call.schoolId, queued);
    outcomes.set(queued, await recordOne(call, parts, queued, opened, { sending: skewMs, before, receivedAt }));
    if (typeof opened !== 'string') before = Math.max(before ?? 0, Date.parse(opened.occurredAt));
  }
  return call.record(async () => ({ outcomes: events.flatMap((queued) => outcomes.get(queued) ?? []) }));
}

async function recordOne(
  call: Call,
  parts: OfflineParts,
  { key, counter }: Pick<QueuedEvent, 'key' | 'counter'>,
  event: OfflineEvent | Problem,
  { receivedAt, ...clock }: Pick<ClaimedTime, 'sending' | 'before'> & { readonly receivedAt: number },
): Promise<OfflineOutcome> {
  if (typeof event === 'string') return refuseUnreadable(call, key, event, receivedAt);
  const { kind, admissionNumber, occurredAt } = event;
  const about = { kind, admissionNumber, occurredAt, ...busOf(event) };
  // The key is not claimed: a user with the duty may still send the event.
  if (!isOnDuty(call.actor, kind)) return { key, ...about, status: 'refused', problem: 'session.role' };
  const claim = await claimEvent(call, key, hashOf(event));
  if (!claim.mine) return { key, ...about, ...(await call.read((tx) => answerAgain(tx, claim, parts.findClosedTrip))) };
  try {
    const { clockAheadMs: known = null } = event;
    const moment = momentOfClock({ ...clock, occurredAt: Date.parse(occurredAt), known }, claim.now.getTime());
    const recorder = await recorderOf(call, parts.findStaffDesk, event, moment.at);
    const { id: claimId, now } = claim;
    const told = await settle(call, parts, { key, claimId, event, counter, moment, now, recorder });
    return { key, ...about, ...told };
  } catch (error) {
    await call.autonomous((tx) => releaseClaim(tx, key, claim.id));
    throw error;
  }
}

function openEvent(parts: OfflineParts, schoolId: string, queued: QueuedEvent): OfflineEvent | Problem {
  if (queued.event) return queued.event;
  const text = parts.offlineKey.open(schoolId, queued.key, queued.sealed ?? '');
  if (text === null) return 'offline.unreadable';
  const parsed = offlineEvent.safeParse(asJson(text));
  return parsed.success ? parsed.data : 'input.malformed';
}

function isOnDuty({ role, duties }: Actor, kind: OfflineEvent['kind']): boolean {
  return role !== 'CheckAgent' || duties.includes(kind === 'in' || kind === 'out' ? 'gate' : 'bus');
}

/** Hashes what identifies the event; the proof is left out, since the device may seal the proof again. */
function hashOf({ kind, admissionNumber, occurredAt, busNumberPlate, collectorSYSID }: OfflineEvent): Buffer {
  const whole = [
    kind,
    admissionNumber,
    occurredAt,
    busNumberPlate ?? null,
    ...(collectorSYSID ? [collectorSYSID] : []),
  ];
  return createHash('sha256').update(JSON.stringify(whole)).digest();
}

type Told = Omit<OfflineOutcome, 'key'>;

async function settle(call: Call, parts: OfflineParts, claimed: Claimed): Promise<Told> {
  const { key, event, moment } = claimed;
  try {
    if (moment.tooOld) throw new Refusal('offline.too-old', 'This happened too long ago to be recorded.');
    const proof = readProof(parts.offlineKey, call.schoolId, key, event);
    const claim = { admissionNumber: event.admissionNumber, presented: proof.presented };
    return await backfillProven(call, parts.engine, claim, (tx, backfilled) =>
      record(tx, call, parts, claimed, proof, backfilled),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem === 'server.busy') throw error;
    const { problem } = error;
    return call.autonomous((tx) => refuse(tx, call, claimed, problem));
  }
}

async function record(
  tx: Tx,
  call: Call,
  parts: OfflineParts,
  { key, claimId, event, counter, moment: claimed, now, recorder }: Claimed,
  proof: OfflineProof,
  { student, method, finger, verify }: Backfilled,
): Promise<Recorded<Told>> {
  const { moment, order } = await placeOf(tx, call, claimed, counter);
  const isNumberReused = await noteReusedNumber(tx, call, counter);
  let verdict: Verdict = { verified: false, problem: null };
  const prove = async () => {
    verdict = await verify();
    return verdict.verified;
  };
  const base = {
    studentId: student.id,
    method: method ?? event.method,
    recordedBy: recorder.userId,
    overrideReason: null,
    place: event.lat === undefined || event.long === undefined ? null : { latitude: event.lat, longitude: event.long },
    scannerSerial: proof.scannerSerial,
    clientKey: key,
    at: moment.at,
  };
  const { kind } = event;
  const late =
    kind === 'in' || kind === 'out'
      ? await backfillPass(tx, { ...base, kind }, prove)
      : await parts.backfillRide(tx, { ...base, kind, ...rideOf(event) }, prove);
  const { verified } = verdict;
  const problem = verdict.problem ?? proof.problem;
  const status = verified ? 'recorded' : 'unverified';
  const of = { eventId: late.id, studentId: student.id, closedTripId: late.closedTrip?.sysid ?? null };
  const settled: Settled = late.known
    ? { ...of, status: 'recorded', problem: null }
    : { ...of, status, problem: problem ?? late.clash ?? (late.closedTrip ? 'bus.trip-closed' : null) };
  await completeClaim(tx, key, claimId, settled, order);
  if (!late.known && (kind === 'in' || kind === 'out')) {
    await parts.noteStep(tx, { ...base, kind, eventId: late.id });
    const { studentId, recordedBy } = base;
    const about = { studentId, eventId: late.id, recordedBy, detail: detailOf(event) };
    const exeat = await settleLateExeat(tx, kind, { ...about, at: moment.at });
    if (kind === 'out') await noteRelease(tx, about, event, moment.at);
    if (kind === 'out' && exeat === null && (await isExeatRequired(tx)))
      await addException(tx, { kind: 'out-without-exeat', ...about });
  }
  const note = (kind: NewException['kind'], more: Record<string, unknown> = {}) =>
    addException(tx, {
      kind,
      studentId: student.id,
      eventId: late.id,
      recordedBy: recorder.userId,
      detail: { ...detailOf(event), ...more },
    });
  if (!late.known && verified && method !== undefined && (kind === 'out' || kind === 'off'))
    await askAboutChangedMeans(tx, { ...base, method, finger, eventId: late.id, ...busOf(event) });
  const odd = late.known ? null : exceptionOf(kind, { verified, clash: late.clash, exception: late.exception, moment });
  if (odd) await note(odd, { method: base.method, problem, clash: late.clash });
  // Proof, time, network and recorder are checked independently, so that one event may add several exceptions.
  if (!late.known && moment.doubtful && odd !== 'offline-clock') await note('offline-clock');
  if (!late.known && !verified && (await wasHeard(tx, recorder.userId, moment.at))) await note('offline-with-network');
  if (!late.known) {
    const { studentId, recordedBy, at } = base;
    const plate = event.busNumberPlate ?? null;
    const report = { studentId, recordedBy, at, kind, plate, eventId: late.id, detail: detailOf(event) };
    await askAboutLateness(tx, call, report, now);
  }
  if (isNumberReused) await note('offline-copied');
  if (!late.known && recorder.unproven) await note('offline-other-hand', { recorder: recorder.unproven.names });
  const told: Told = {
    status: late.known ? 'duplicate' : status,
    sysid: late.id,
    studentName: student.names,
    ...(settled.problem ? { problem: settled.problem } : {}),
    ...(late.closedTrip && { trip: tripAnswer(late.closedTrip) }),
  };
  return { answer: told, repeated: late.known };
}

/** Records with whom a child left; the child is out already, so that a breach of the collection rules becomes an exception, not a refusal. */
async function noteRelease(
  tx: Tx,
  about: Omit<NewException, 'kind' | 'eventId' | 'recordedBy'> & {
    readonly eventId: string;
    readonly recordedBy: string;
  },
  { collectorSYSID, leavesAlone = false }: OfflineEvent,
  at: Date,
): Promise<void> {
  const passed = { ...about, releasedBy: about.recordedBy, at };
  const refusal = await backfillRelease(tx, passed, { collectorSYSID: collectorSYSID ?? null, leavesAlone });
  if (refusal === null) return;
  const kind = refusal === 'collector.blocked' ? 'out-blocked' : 'out-uncollected';
  const detail = { ...about.detail, ...(refusal === 'collector.required' ? {} : { problem: refusal }) };
  await addException(tx, { ...about, kind, detail });
}

/**
 * Settles an event as refused. For a known student an exception is added, even if the student has left the school since, because the
 * person who marked the student as left may have thought the child at home; for an unknown number the audit log keeps the event.
 */
async function refuse(
  tx: Tx,
  call: Call,
  { key, claimId, event, counter, recorder }: Claimed,
  problem: Problem,
): Promise<Told> {
  const student = await getStudentOfNumber(tx, event.admissionNumber).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  // Only the office reads the name of a student who is not active.
  const named = student?.status === 'active' ? student : null;
  const of = { eventId: null, studentId: named?.id ?? null, closedTripId: null };
  await noteReusedNumber(tx, call, counter);
  const order = call.signature && { deviceId: call.signature.deviceId, counter, at: null };
  await completeClaim(tx, key, claimId, { ...of, status: 'refused', problem }, order);
  const detail = { ...detailOf(event), problem };
  if (student) {
    const recordedBy = recorder.userId;
    await addException(tx, { kind: 'offline-refused', studentId: student.id, eventId: null, recordedBy, detail });
  } else {
    await audit(tx, call, {
      action: 'offline.refused',
      subjectKind: 'student',
      detail: { ...detail, admissionNumber: event.admissionNumber },
    });
  }
  return { status: 'refused', problem, ...(named ? { studentName: named.names } : {}) };
}

function detailOf(event: OfflineEvent): Record<string, unknown> {
  return { event: event.kind, occurredAt: event.occurredAt, ...busOf(event) };
}

function rideOf({ busNumberPlate = '', tripSYSID }: OfflineEvent) {
  return { busNumberPlate, seenTripId: tripSYSID };
}

function busOf({ busNumberPlate }: OfflineEvent): { busNumberPlate?: string } {
  return busNumberPlate ? { busNumberPlate } : {};
}
