import { identifyFingerprint } from '@mfuko/contract/fingerprints';
import { checkInTouch, getGateRules, undoTouch } from '@mfuko/contract/touch';
import { call } from '../../lib/request.ts';
import type { Student } from './lookup.ts';
import type { Passed, Passing, Proof } from './queue/line.ts';

const IDENTIFY_WITHIN_MS = 8_000;

export async function askRules(): Promise<{ readonly fingerOnly: boolean }> {
  return call(getGateRules, {}, {});
}

export async function askWhose(proof: Proof): Promise<Student> {
  const how = { overlay: false, signal: AbortSignal.timeout(IDENTIFY_WITHIN_MS) };
  const { admissionNumber, names, className } = await call(identifyFingerprint, { ...proof }, how);
  return { admissionNumber, names, className, hasFingerprint: true };
}

export function sendTouch({ proof, override }: Passing, how: Parameters<typeof call>[2]): Promise<Passed> {
  return call(checkInTouch, { ...proof, override }, how);
}

export async function sendUndo(sysid: string, key: string): Promise<void> {
  await call(undoTouch, { sysid }, { idempotencyKey: key, overlay: false });
}
