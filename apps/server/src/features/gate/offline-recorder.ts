import type { OfflineEvent } from '@mfuko/contract/offline';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';

interface StaffDesk {
  readonly schoolId: string;
  readonly deviceId: string;
  readonly userId: string;
  /** When the server last took a code of theirs there. */
  readonly begunAt: Date;
  readonly names: string;
}
export type FindStaffDesk = (tx: ReadTx, deskSYSID: string) => Promise<StaffDesk | undefined>;

export interface Recorder {
  readonly userId: string;
  /** Set where somebody else than the sender says to have recorded it, without having proven it; names are empty where the desk is none. */
  readonly unproven: { readonly names: string } | null;
}

/**
 * Recorder of an event: whoever had unlocked the device when it happened, where the server has taken their word at that very device by then;
 * whoever sends it otherwise. A queue outlives the page and the session that filled it, and is sent by whoever signs in next.
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
