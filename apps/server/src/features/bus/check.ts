import type { BusEvent, onBusFingerprint, onBusKids, onBusPin } from '@mfuko/contract/bus';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Engine } from '../fingerprints/index.ts';
import { askAboutChangedMeans } from '../gate/index.ts';
import { type Identified, type Presented, recordAttested, recordProven } from '../identity/index.ts';
import { recordRide } from './ride.ts';
import type { BusKind } from './rules.ts';
import { requireBus } from './store.ts';

/** Records the boarding or alighting of a student who is proven by finger. The picture is marked as used only if the ride is recorded. */
export function checkByFinger(
  call: Call,
  engine: Engine,
  kind: BusKind,
  input: InputOf<typeof onBusFingerprint>,
): Promise<BusEvent> {
  return check(call, engine, kind, input, { method: 'fingerprint', picture: input, use: null, purpose: 'gate' });
}

/** Records the boarding or alighting of a student who is proven by PIN. */
export function checkByPin(
  call: Call,
  engine: Engine,
  kind: BusKind,
  input: InputOf<typeof onBusPin>,
): Promise<BusEvent> {
  return check(call, engine, kind, input, { method: 'pin', pin: input.pin });
}

function check(
  call: Call,
  engine: Engine,
  kind: BusKind,
  input: InputOf<typeof onBusKids>,
  presented: Presented,
): Promise<BusEvent> {
  // Checks the plate first, so that a mistyped one costs no try.
  const admissionNumber = async (tx: ReadTx) => {
    await requireBus(tx, { ...plateOf(input), kind });
    return input.admissionNumber;
  };
  return recordProven(call, engine, { admissionNumber, presented }, async (tx, proven) => {
    const answer = await record(tx, call, kind, input, proven);
    const { sysid: eventId, busNumberPlate, date } = answer;
    const { student, method, finger } = proven;
    const of = { eventId, studentId: student.id, recordedBy: call.actor.userId, at: new Date(date) };
    if (kind === 'off') await askAboutChangedMeans(tx, { ...of, method, finger, busNumberPlate });
    return { answer, repeated: false };
  });
}

/** Records the boarding or alighting of a student whom the user sees, without proof. */
export function checkByRollCall(call: Call, kind: BusKind, input: InputOf<typeof onBusKids>): Promise<BusEvent> {
  return recordAttested(call, input.admissionNumber, (tx, student) => record(tx, call, kind, input, student));
}

function plateOf({ busNumberPlate, listedOnly = false }: InputOf<typeof onBusKids>) {
  return { busNumberPlate, listedOnly };
}

async function record(
  tx: Tx,
  call: Call,
  kind: BusKind,
  input: InputOf<typeof onBusKids>,
  { student, method, scannerSerial }: Identified,
): Promise<BusEvent> {
  const ride = await recordRide(tx, {
    studentId: student.id,
    ...plateOf(input),
    kind,
    method,
    recordedBy: call.actor.userId,
    overrideReason: input.override ?? null,
    seenTripId: input.tripSYSID,
    place: call.place,
    scannerSerial,
    clientKey: call.idempotencyKey,
  });
  if (ride.exception !== null) {
    await audit(tx, call, {
      action: `bus.${kind}.overridden`,
      subjectKind: 'student',
      subjectId: student.id,
      detail: { eventSYSID: ride.id, reason: input.override },
    });
  }
  return {
    sysid: ride.id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    class: student.className,
    busNumberPlate: ride.plate,
    direction: kind,
    date: ride.at.toISOString(),
    warnings: [...ride.warnings],
  };
}
