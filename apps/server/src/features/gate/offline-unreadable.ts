import type { NewNotice } from '@mfuko/contract/notices';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { notifyStaff } from '../notices/index.ts';

/** Shortest time between two notices about one device, in seconds: a device with a wrong key sends many such events at once. */
const TOLD_EVERY = 600;

/**
 * Refuses an event that the server cannot read. Nobody knows which student it was about, so it cannot become an exception, and the device
 * forgets it: the audit log keeps who sent it, and staff are notified. The key is not claimed, since a device may seal the event again.
 * The notice is about the device, or about the user where the device is not enrolled: another device within the quiet time is heard too,
 * since each has seen other children.
 */
export function refuseUnreadable(call: Call, key: string, problem: Problem): Promise<OfflineOutcome> {
  return call.autonomous(async (tx) => {
    await audit(tx, call, { action: 'offline.refused', subjectKind: 'student', detail: { problem } });
    await notifyStaff(
      tx,
      {
        kind: 'offline.unreadable',
        subject: sender(call),
        params: { by: call.actor.names },
        quietSeconds: TOLD_EVERY,
      },
      `offline.unreadable:${key}`.slice(0, 200),
    );
    return { key, status: 'refused', problem };
  });
}

function sender({ signature, actor }: Call): NewNotice['subject'] {
  return signature ? { kind: 'device', id: signature.deviceId } : { kind: 'user', id: actor.userId };
}
