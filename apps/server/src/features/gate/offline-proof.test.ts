import type { OfflineEvent } from '@mfuko/contract/offline';
import { expect, it } from 'vitest';
import { makeOfflineKey, openOfflineKey } from '../../platform/crypto/offline-key.ts';
import { readProof } from './offline-proof.ts';

it('readProof marks a fingerprint as taken offline, since its signature may be days old', () => {
  const event = {
    kind: 'in',
    admissionNumber: '4001',
    occurredAt: '2026-11-26T05:00:00.000Z',
    method: 'fingerprint',
    proof: { B64Fingerprint: 'iVBORw0KGgo=', SerialNumber: 'READER-1', CaptureSignature: '1.a.b' },
  } as unknown as OfflineEvent;
  const { presented } = readProof(openOfflineKey(makeOfflineKey()), 'school', 'key', event);
  expect(presented).toEqual({
    method: 'fingerprint',
    picture: { B64Fingerprint: 'iVBORw0KGgo=', SerialNumber: 'READER-1', CaptureSignature: '1.a.b' },
    use: 'check-in',
    purpose: 'gate',
    offline: true,
  });
});
