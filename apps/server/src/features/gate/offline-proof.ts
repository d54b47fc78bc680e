import { type OfflineEvent, offlineProof } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import type { OfflineKey } from '../../platform/crypto/offline-key.ts';
import type { DeviceUse } from '../devices/index.ts';
import type { Presented } from '../identity/index.ts';

const USES: Record<OfflineEvent['kind'], DeviceUse | null> = { in: 'check-in', out: 'check-out', on: null, off: null };

/** Proof that an event was recorded with. */
export interface OfflineProof {
  /** Null where there is nothing to look at, as where somebody gave their word. */
  readonly presented: Presented | null;
  /** Problem for which it cannot be looked at; null where it can, and where there was none. */
  readonly problem: Problem | null;
  readonly scannerSerial: string | null;
}

/** Reads the proof of an event, sealed or in the open. */
export function readProof(offlineKey: OfflineKey, schoolId: string, key: string, event: OfflineEvent): OfflineProof {
  const proof = openProof(offlineKey, schoolId, key, event);
  if (proof === null) return { presented: null, problem: 'offline.unreadable', scannerSerial: null };
  const scannerSerial = proof.SerialNumber ?? null;
  return { presented: presentedBy(event, proof), problem: null, scannerSerial };
}

function presentedBy({ kind, method }: OfflineEvent, proof: OpenProof): Presented | null {
  const { pin, B64Fingerprint } = proof;
  // Somebody's word is no proof, whatever comes along with it.
  if (method === 'attested') return null;
  if (pin) return { method: 'pin', pin };
  if (!B64Fingerprint) return null;
  const picture = { ...proof, B64Fingerprint };
  return { method: 'fingerprint', picture, use: USES[kind], purpose: 'gate', offline: true };
}

type OpenProof = NonNullable<ReturnType<typeof openProof>>;

/** The proof in the open; null where it was sealed to another key, school or event. */
function openProof(offlineKey: OfflineKey, schoolId: string, key: string, { proof }: OfflineEvent) {
  if (!proof?.sealed) return proof ?? {};
  const text = offlineKey.open(schoolId, key, proof.sealed);
  const parsed = text === null ? null : offlineProof.safeParse(asJson(text));
  return parsed?.success ? parsed.data : null;
}

/** As JSON: what a sealed text holds; null where it is no JSON. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller refuses what is no JSON.
    return null;
  }
}
