import { type OfflineEvent, offlineProof } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import type { OfflineKey } from '../../platform/crypto/offline-key.ts';
import type { DeviceUse } from '../devices/index.ts';
import type { Presented } from '../identity/index.ts';

const USES: Record<OfflineEvent['kind'], DeviceUse | null> = { in: 'check-in', out: 'check-out', on: null, off: null };

/** Proof that came with an offline event. */
export interface OfflineProof {
  /** Null where there is nothing to verify, as with an attested event. */
  readonly presented: Presented | null;
  /** Problem for which the proof cannot be read; null if the proof is readable or missing. */
  readonly problem: Problem | null;
  readonly scannerSerial: string | null;
}

/** Reads the proof of an event, sealed or plaintext. */
export function readProof(offlineKey: OfflineKey, schoolId: string, key: string, event: OfflineEvent): OfflineProof {
  const proof = openProof(offlineKey, schoolId, key, event);
  if (proof === null) return { presented: null, problem: 'offline.unreadable', scannerSerial: null };
  const scannerSerial = proof.SerialNumber ?? null;
  return { presented: presentedBy(event, proof), problem: null, scannerSerial };
}

function presentedBy({ kind, method }: OfflineEvent, proof: OpenProof): Presented | null {
  const { pin, B64Fingerprint } = proof;
  // An attested event counts as unproven, even if a PIN or picture comes with it.
  if (method === 'attested') return null;
  if (pin) return { method: 'pin', pin };
  if (!B64Fingerprint) return null;
  const picture = { ...proof, B64Fingerprint };
  return { method: 'fingerprint', picture, use: USES[kind], purpose: 'gate', offline: true };
}

type OpenProof = NonNullable<ReturnType<typeof openProof>>;

/** Opens a sealed proof; returns null if it was sealed to another key, school or event. */
function openProof(offlineKey: OfflineKey, schoolId: string, key: string, { proof }: OfflineEvent) {
  if (!proof?.sealed) return proof ?? {};
  const text = offlineKey.open(schoolId, key, proof.sealed);
  const parsed = text === null ? null : offlineProof.safeParse(asJson(text));
  return parsed?.success ? parsed.data : null;
}

/** Parses JSON; returns null for any other text. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller refuses text that is not JSON.
    return null;
  }
}
