import type { BusEvent, onBusFingerprint, onBusKids } from '@mfuko/contract/bus';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, proveFinger, spendPicture } from '../fingerprints/index.ts';
import { getStudent, holdActive, type Student } from '../students/index.ts';
import { recordRide } from './ride.ts';
import type { BusKind } from './rules.ts';
import { requireBus } from './store.ts';

/** Lets a student board or alight whose finger is on the reader. The picture is spent only where it is recorded. */
export async function checkByFinger(
  call: Call,
  engine: Engine,
  kind: BusKind,
  input: InputOf<typeof onBusFingerprint>,
): Promise<BusEvent> {
  // A device that was revoked, and a mistyped plate, are told before anybody's finger is tried.
  await call.read(async (tx) => {
    await checkDevice(tx, input.SerialNumber, null);
    await requireBus(tx, { ...plateOf(input), kind });
  });
  const proof = await proveFinger(call, engine, input.admissionNumber, input, 'gate');
  return call.record((tx) =>
    record(tx, call, kind, input, proof.student, input.SerialNumber ?? null, () => spendPicture(tx, proof)),
  );
}

/** Records a student whom the signed-in person sees boarding or alighting. */
export function checkByRollCall(call: Call, kind: BusKind, input: InputOf<typeof onBusKids>): Promise<BusEvent> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, input.admissionNumber);
    return record(tx, call, kind, input, student, null);
  });
}

function plateOf({ busNumberPlate, listedOnly = false }: InputOf<typeof onBusKids>) {
  return { busNumberPlate, listedOnly };
}

async function record(
  tx: Tx,
  call: Call,
  kind: BusKind,
  input: InputOf<typeof onBusKids>,
  student: Student,
  scannerSerial: string | null,
  spend?: () => Promise<void>,
): Promise<BusEvent> {
  await holdActive(tx, student.id);
  const ride = await recordRide(
    tx,
    {
      studentId: student.id,
      ...plateOf(input),
      kind,
      method: spend ? 'fingerprint' : 'attested',
      recordedBy: call.actor.userId,
      overrideReason: input.override ?? null,
      place: call.place,
      scannerSerial,
      clientKey: call.idempotencyKey,
    },
    spend,
  );
  if (ride.oddity !== null) {
    await audit(
      tx,
      call.actor,
      {
        action: `bus.${kind}.overridden`,
        subjectKind: 'student',
        subjectId: student.id,
        detail: { eventSYSID: ride.id, reason: input.override },
      },
      call.requestId,
    );
  }
  return {
    sysid: ride.id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    class: student.className,
    busNumberPlate: ride.plate,
    direction: kind,
    date: ride.at.toISOString(),
  };
}
