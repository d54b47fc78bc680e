import type { InputOf } from '@mfuko/contract/endpoint';
import { CHECK_IN, CHECK_OUT, type checkInFingerprint, type checkInPin, type GateEvent } from '@mfuko/contract/gate';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Presented, type Proven, recordProven } from '../identity/index.ts';
import { type Custody, noteAboard } from './custody.ts';
import { passGate } from './pass.ts';
import type { GateKind } from './rules.ts';

export interface GateParts extends Custody {
  readonly engine: Engine;
}

/** Lets a student pass whose finger is on the reader. The picture is spent only where the passage is recorded. */
export function checkByFinger(
  call: Call,
  parts: GateParts,
  kind: GateKind,
  input: InputOf<typeof checkInFingerprint>,
): Promise<GateEvent> {
  const use = kind === 'in' ? 'check-in' : 'check-out';
  return check(call, parts, kind, input, { method: 'fingerprint', picture: input, use, purpose: 'gate' });
}

/** Lets a student pass who knows the PIN. */
export function checkByPin(
  call: Call,
  parts: GateParts,
  kind: GateKind,
  input: InputOf<typeof checkInPin>,
): Promise<GateEvent> {
  return check(call, parts, kind, input, { method: 'pin', pin: input.pin });
}

function check(
  call: Call,
  { engine, findAboard }: GateParts,
  kind: GateKind,
  { admissionNumber, override }: { readonly admissionNumber: string; readonly override: string | null },
  presented: Presented,
): Promise<GateEvent> {
  return recordProven(call, engine, { admissionNumber, presented }, async (tx, proven) => ({
    answer: await record(tx, call, findAboard, kind, override, proven),
    repeated: false,
  }));
}

async function record(
  tx: Tx,
  call: Call,
  findAboard: Custody['findAboard'],
  kind: GateKind,
  overrideReason: string | null,
  { student, method, scannerSerial }: Proven,
): Promise<GateEvent> {
  const passage = await passGate(tx, {
    studentId: student.id,
    kind,
    method,
    recordedBy: call.actor.userId,
    overrideReason,
    place: call.place,
    scannerSerial,
    clientKey: call.idempotencyKey,
  });
  if (passage.exception === 'in-overridden' || passage.exception === 'out-overridden') {
    await audit(tx, call, {
      action: `gate.${kind}.overridden`,
      subjectKind: 'student',
      subjectId: student.id,
      detail: { eventSYSID: passage.id, reason: overrideReason },
    });
  }
  const about = { studentId: student.id, kind, eventId: passage.id, recordedBy: call.actor.userId };
  const aboard = await noteAboard(tx, { findAboard }, about);
  return {
    sysid: passage.id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    class: student.className,
    checkTypeSYSID: kind === 'in' ? CHECK_IN : CHECK_OUT,
    method,
    date: passage.at.toISOString(),
    warnings: aboard ? ['custody.aboard'] : [],
  };
}
