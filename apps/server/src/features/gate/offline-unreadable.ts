import { createHash } from 'node:crypto';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { notifyStaff } from '../notices/index.ts';
import { senderOf } from './offline-sender.ts';

/** Shortest time between two notices about one device, in seconds: a device with a wrong key sends many such events at once. */
const TOLD_EVERY = 600;

/**
 * Refuses an event that the server cannot read. Nobody knows which student it was about, so it cannot become an exception, and the device
 * forgets it: the audit log keeps who sent it, and staff are notified. The key is not claimed, since a device may seal the event again.
 * The notice is about the device, or about the user where the device is not enrolled. Another device within the quiet time is heard too,
 * since each has seen other children: devices that are not enrolled are told apart by their sessions.
 */
export function refuseUnreadable(
  call: Call,
  key: string,
  problem: Problem,
  receivedAt: number,
): Promise<OfflineOutcome> {
  return call.autonomous(async (tx) => {
    await audit(tx, call, { action: 'offline.refused', subjectKind: 'student', detail: { problem } });
    const notice = { kind: 'offline.unreadable', subject: senderOf(call), params: { by: call.actor.names } } as const;
    if (call.signature)
      await notifyStaff(tx, { ...notice, quietSeconds: TOLD_EVERY }, `offline.unreadable:${key}`.slice(0, 200));
    else await notifyStaff(tx, notice, sessionsKey(call.token, receivedAt));
    return { key, status: 'refused', problem };
  });
}

/** Returns a key of the notice that allows one for each session in each ten minutes of the clock. */
function sessionsKey(token: string, receivedAt: number): string {
  const session = createHash('sha256').update(token).digest('hex');
  return `offline.unreadable:${session}:${Math.floor(receivedAt / (TOLD_EVERY * 1_000))}`;
}
