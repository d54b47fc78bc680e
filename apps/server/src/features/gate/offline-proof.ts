import { type OfflineEvent, offlineProof } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import type { OfflineKey } from '../../platform/offline-key.ts';
import { Refusal } from '../../platform/refusal.ts';
import { checkDevice, type DeviceUse } from '../devices/index.ts';
import { type Engine, type FingerProof, proveFinger } from '../fingerprints/index.ts';
import { getStudent, provePin, type Student } from '../students/index.ts';
import type { GateMethod } from './store.ts';

export interface ProofParts {
  readonly house: House;
  readonly engine: Engine;
  readonly offlineKey: OfflineKey;
}

/** Who it was, and whether what was taken of them holds. */
export interface Checked {
  readonly student: Student;
  readonly method: GateMethod;
  /** Why the proof does not hold; null where it does, and where there was none to look at. */
  readonly problem: Problem | null;
  readonly verified: boolean;
  /** A picture to be spent where the event is recorded. */
  readonly finger: FingerProof | null;
  readonly scannerSerial: string | null;
}

const USES: Record<OfflineEvent['kind'], DeviceUse | null> = { in: 'check-in', out: 'check-out', on: null, off: null };

/**
 * Looks at the proof of an event as the ordinary calls do: the same tries are charged, the same locks hold. A proof that
 * does not hold is no refusal any more, for the student has passed. Throws student.not-found and server.busy.
 */
export async function checkProof(
  call: Call,
  { house, engine, offlineKey }: ProofParts,
  key: string,
  event: OfflineEvent,
): Promise<Checked> {
  const { admissionNumber } = event;
  const proof = openProof(offlineKey, call.schoolId, key, event);
  const scannerSerial = proof?.SerialNumber ?? null;
  const unproven = async (problem: Problem | null): Promise<Checked> => ({
    student: await call.read((tx) => getStudent(tx, admissionNumber)),
    method: event.method,
    problem,
    verified: false,
    finger: null,
    scannerSerial,
  });
  if (proof === null) return unproven('offline.unreadable');
  const { pin, B64Fingerprint } = proof;
  // Somebody's word is no proof, whatever comes along with it.
  if (event.method === 'attested' || (!pin && !B64Fingerprint)) return unproven(null);
  try {
    const sound = { problem: null, verified: true, scannerSerial };
    if (pin) {
      const student = await provePin(call, house, admissionNumber, pin);
      return { ...sound, student, method: 'pin', finger: null };
    }
    await call.read((tx) => checkDevice(tx, scannerSerial, USES[event.kind]));
    const finger = await proveFinger(
      call,
      engine,
      admissionNumber,
      { ...proof, B64Fingerprint: B64Fingerprint ?? '' },
      'gate',
    );
    return { ...sound, student: finger.student, method: 'fingerprint', finger };
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem === 'student.not-found' || error.problem === 'server.busy')
      throw error;
    const { aftermath, problem } = error;
    if (aftermath) await call.read(aftermath);
    return unproven(problem);
  }
}

/** The proof in the open; null where it was sealed to another key, school or event. */
function openProof(offlineKey: OfflineKey, schoolId: string, key: string, { proof }: OfflineEvent) {
  if (!proof?.sealed) return proof ?? {};
  const text = offlineKey.open(schoolId, key, proof.sealed);
  const parsed = text === null ? null : offlineProof.safeParse(asJson(text));
  return parsed?.success ? parsed.data : null;
}

/** What a sealed text holds; null where it is no JSON. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
