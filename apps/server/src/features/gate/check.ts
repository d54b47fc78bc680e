import type { InputOf } from '@mfuko/contract/endpoint';
import {
  CHECK_IN,
  CHECK_OUT,
  type checkInFingerprint,
  type checkInPin,
  type checkOutFingerprint,
  type checkOutPin,
  type GateEvent,
} from '@mfuko/contract/gate';
import { audit } from '../../platform/audit/audit.ts';
import { ahead, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { type AskedRelease, type OpenRelease, openRelease, releaseStudent } from '../collectors/index.ts';
import { endExeat, isExeatRequired, useExeat } from '../exeats/index.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Presented, type Proven, recordProven } from '../identity/index.ts';
import { askAboutChangedMeans } from './changed-means.ts';
import type { Custody } from './custody.ts';
import { letOutWithout } from './let-out-without.ts';
import { addPassage } from './pass.ts';
import { shownExeat } from './shown-exeat.ts';
import { type LockedState, lockState } from './store.ts';

export interface GateParts extends Custody {
  readonly engine: Engine;
}

/** Checks in a student by a fingerprint. The picture is marked as used only if the passage is recorded. */
export function checkInByFinger(
  call: Call,
  parts: GateParts,
  input: InputOf<typeof checkInFingerprint>,
): Promise<GateEvent> {
  return check(call, parts, { kind: 'in', ...input }, byFinger(input, 'check-in'));
}

export function checkOutByFinger(
  call: Call,
  parts: GateParts,
  input: InputOf<typeof checkOutFingerprint>,
): Promise<GateEvent> {
  return checkOut(call, parts, input, byFinger(input, 'check-out'));
}

/** Checks in a student by PIN. */
export function checkInByPin(call: Call, parts: GateParts, input: InputOf<typeof checkInPin>): Promise<GateEvent> {
  return check(call, parts, { kind: 'in', ...input }, { method: 'pin', pin: input.pin });
}

export function checkOutByPin(call: Call, parts: GateParts, input: InputOf<typeof checkOutPin>): Promise<GateEvent> {
  return checkOut(call, parts, input, { method: 'pin', pin: input.pin });
}

function byFinger(picture: InputOf<typeof checkInFingerprint>, use: 'check-in' | 'check-out'): Presented {
  return { method: 'fingerprint', picture, use, purpose: 'gate' };
}

interface Asked {
  readonly admissionNumber: string;
  readonly override: string | null;
}

async function checkOut(
  call: Call,
  parts: GateParts,
  input: Asked & AskedRelease,
  presented: Presented,
): Promise<GateEvent> {
  const release = await openRelease(call, parts.engine.context, input.admissionNumber, input);
  return check(call, parts, { kind: 'out', ...input, release }, presented);
}

/** Request to record a passage; a check-out carries its release, which says with whom the student leaves. */
type Asks = Asked & ({ readonly kind: 'in' } | { readonly kind: 'out'; readonly release: OpenRelease });

function check(call: Call, { engine, noteStep }: GateParts, asks: Asks, presented: Presented): Promise<GateEvent> {
  const claim = { admissionNumber: asks.admissionNumber, presented };
  return recordProven(
    call,
    engine,
    claim,
    async (tx, proven, locked) => {
      const answer = ahead(record(tx, call, noteStep, asks, proven, locked));
      return { answer, repeated: false };
    },
    lockState,
  );
}

/**
 * Records the passage of a proven student. `found` means that the student was identified by the finger alone, among the whole school.
 * `locked` is the gate state, where the caller has locked the state already. Throws what `passGate` throws.
 */
export async function record(
  tx: Tx,
  call: Call,
  noteStep: Custody['noteStep'],
  asks: Asks,
  { student, method, scannerSerial, finger, found = false }: Proven & { readonly found?: boolean },
  locked?: LockedState,
): Promise<GateEvent> {
  const { kind, override: overrideReason } = asks;
  const [studentId, recordedBy] = [student.id, call.actor.userId];
  const event = {
    ...{ studentId, kind, method, recordedBy },
    overrideReason,
    place: call.place,
    scannerSerial,
    found,
    clientKey: call.idempotencyKey,
  };
  const passage = addPassage(tx, event, locked ?? (await lockState(tx, studentId)));
  const step = { studentId, kind, eventId: passage.id, recordedBy, at: null };
  // The statements are independent of each other and therefore sent together.
  const [at, exeat, required, odd] = await Promise.all([
    passage.added,
    (kind === 'in' ? endExeat : useExeat)(tx, step),
    kind === 'out' && isExeatRequired(tx),
    noteStep(tx, step),
  ]);
  const passed = { eventId: passage.id, studentId, at };
  const without = required && exeat === null;
  if (without) await letOutWithout(tx, call, passed, overrideReason);
  if (kind === 'out' && !found)
    await askAboutChangedMeans(tx, { ...passed, recordedBy: call.actor.userId, method, finger });
  if (asks.kind === 'out') await releaseStudent(tx, { ...passed, releasedBy: call.actor.userId }, asks.release);
  if (without || passage.exception === 'in-overridden' || passage.exception === 'out-overridden') {
    await audit(tx, call, {
      action: `gate.${kind}.overridden`,
      subjectKind: 'student',
      subjectId: student.id,
      detail: { eventSYSID: passage.id, reason: overrideReason },
    });
  }
  return {
    sysid: passage.id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    class: student.className,
    checkTypeSYSID: kind === 'in' ? CHECK_IN : CHECK_OUT,
    method,
    date: at.toISOString(),
    warnings: odd === 'custody-aboard' ? ['custody.aboard'] : [],
    ...(exeat && { exeat: await shownExeat(tx, studentId, exeat, at) }),
  };
}
