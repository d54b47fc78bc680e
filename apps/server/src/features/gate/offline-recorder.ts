import type { OfflineEvent } from '@mfuko/contract/offline';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';

interface StaffDesk {
  readonly schoolId: string;
  readonly deviceId: string;
  readonly userId: string;
  /** Time at which the server last accepted a code of this user at the device. */
  readonly begunAt: Date;
  readonly names: string;
}
export type FindStaffDesk = (tx: ReadTx, deskSYSID: string) => Promise<StaffDesk | undefined>;

export interface Recorder {
  readonly userId: string;
  /** Set where the event names another user than its sender as its recorder, without proof. `names` is empty where the desk is unknown. */
  readonly unproven: { readonly names: string } | null;
}

/**
 * Finds the recorder of an event: the user who had unlocked the device at that time, if the server had accepted that user's code at
 * this very device before; otherwise the sender. A device's queue outlives its page and session, so that the next user to sign in sends
 * the events of others.
 */
export async function recorderOf(
  call: Call,
  findStaffDesk: FindStaffDesk,
  { deskSYSID, deskProven }: OfflineEvent,
  at: Date,
): Promise<Recorder> {
  const sender = { userId: call.actor.userId, unproven: null };
  if (deskSYSID === undefined) return sender;
  const desk = await call.autonomous((tx) => findStaffDesk(tx, deskSYSID));
  if (desk?.userId === sender.userId) return sender;
  if (desk?.schoolId !== call.schoolId) return { ...sender, unproven: { names: '' } };
  const atThisDevice = desk.deviceId === call.signature?.deviceId && desk.begunAt <= at;
  if (deskProven === true && atThisDevice) return { userId: desk.userId, unproven: null };
  return { ...sender, unproven: { names: desk.names } };
}
