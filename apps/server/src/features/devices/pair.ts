import type { pairReader } from '@mfuko/contract/captures';
import type { DeviceRow } from '@mfuko/contract/devices';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { judgeChallenge } from './challenge.ts';
import { deviceNotFound, unsignedCapture } from './errors.ts';
import { getDevice } from './link.ts';
import { derOf, isSignedBy, keyOf } from './p256.ts';
import { setCaptureKey } from './pairing-store.ts';
import { lockDevice } from './store.ts';

const PROOF = /^(\d{1,16}\.[\w-]{22})\.([\w-]{86})$/;

/**
 * Pairs a linked reader with the key that signs its captures, or unpairs it. Throws device.not-found, also for a revoked device or one
 * without a serial number; device.unsigned-capture if the reader does not prove that it holds the key.
 */
export function pair(
  context: AppContext,
  call: Call,
  { sysid, publicKey, proof }: InputOf<typeof pairReader>,
): Promise<DeviceRow> {
  return call.record(async (tx) => {
    await lockDevice(tx, sysid);
    const { serialNumber } = await getDevice(tx, sysid);
    const der = publicKey && derOf(publicKey);
    if (der) {
      const [, challenge = '', signature = ''] = PROOF.exec(proof ?? '') ?? [];
      const standing = judgeChallenge(context, tx.schoolId, challenge, false);
      if (standing !== 'good') throw unsignedCapture(standing === 'old' ? 'old' : 'signature');
      const text = Buffer.from(`mfuko-reader ${serialNumber} ${challenge}`);
      if (!isSignedBy(keyOf(der), text, signature)) throw unsignedCapture('signature');
    }
    if (!(await setCaptureKey(tx, sysid, der))) throw deviceNotFound();
    const action = der ? 'device.pair' : 'device.unpair';
    await audit(tx, call, { action, subjectKind: 'device', subjectId: sysid });
    return getDevice(tx, sysid);
  });
}
