import type { InputOf } from '@mfuko/contract/endpoint';
import { CHECK_IN, CHECK_OUT, type checkInFingerprint, type checkInPin, type GateEvent } from '@mfuko/contract/gate';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, proveFinger, spendPicture } from '../fingerprints/index.ts';
import { holdActive, provePin, type Student } from '../students/index.ts';
import { passGate } from './pass.ts';
import type { GateKind } from './rules.ts';

/** Lets a student pass whose finger is on the reader. The picture is spent only where the passage is recorded. */
export async function checkByFinger(
  call: Call,
  engine: Engine,
  kind: GateKind,
  input: InputOf<typeof checkInFingerprint>,
): Promise<GateEvent> {
  // Before the finger is compared: a device that may not be used here learns nothing about it.
  await call.read((tx) => checkDevice(tx, input.SerialNumber, kind === 'in' ? 'check-in' : 'check-out'));
  const proof = await proveFinger(call, engine, input.admissionNumber, input, 'gate');
  return call.record((tx) =>
    record(tx, call, {
      kind,
      method: 'fingerprint',
      student: proof.student,
      overrideReason: input.override ?? null,
      scannerSerial: input.SerialNumber ?? null,
      spend: () => spendPicture(tx, proof),
    }),
  );
}

/** Lets a student pass who knows the PIN. */
export async function checkByPin(
  call: Call,
  house: House,
  kind: GateKind,
  input: InputOf<typeof checkInPin>,
): Promise<GateEvent> {
  const student = await provePin(call, house, input.admissionNumber, input.pin);
  return call.record((tx) =>
    record(tx, call, { kind, method: 'pin', student, overrideReason: input.override ?? null, scannerSerial: null }),
  );
}

interface Proven {
  readonly kind: GateKind;
  readonly method: 'fingerprint' | 'pin';
  readonly student: Student;
  readonly overrideReason: string | null;
  readonly scannerSerial: string | null;
  readonly spend?: () => Promise<void>;
}

async function record(tx: Tx, call: Call, proven: Proven): Promise<GateEvent> {
  const { kind, method, student, overrideReason, scannerSerial } = proven;
  await holdActive(tx, student.id);
  const passage = await passGate(
    tx,
    {
      studentId: student.id,
      kind,
      method,
      recordedBy: call.actor.userId,
      overrideReason,
      place: call.place,
      scannerSerial,
      clientKey: call.idempotencyKey,
    },
    proven.spend,
  );
  if (passage.oddity === 'in-overridden' || passage.oddity === 'out-overridden') {
    await audit(
      tx,
      call.actor,
      {
        action: `gate.${kind}.overridden`,
        subjectKind: 'student',
        subjectId: student.id,
        detail: { eventSYSID: passage.id, reason: overrideReason },
      },
      call.requestId,
    );
  }
  return {
    sysid: passage.id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    class: student.className,
    checkTypeSYSID: kind === 'in' ? CHECK_IN : CHECK_OUT,
    method,
    date: passage.at.toISOString(),
  };
}
