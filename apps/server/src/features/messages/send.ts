import { type Sms, SmsError, type SmsGateway, type Taken } from '../../gateways/sms/index.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { JobRun } from '../../platform/jobs.ts';
import { fail, forget, tellOfFailure } from './fail.ts';
import { gatewayWorks, stopGateway, stoppedUntil } from './gateway-state.ts';
import { claim, settle } from './month.ts';
import { inPlace } from './place.ts';
import { isUrgent, waitAfter } from './rules.ts';
import { holdMessage, type Message, opener, sendLaterOn, writeMessage } from './store.ts';

export interface Whereabouts {
  readonly id: string;
  readonly schoolId?: string | undefined;
}

/** Writes a message down, sealed, with the job that sends it; it is dropped once `lifeSeconds` have passed. */
export async function sendLater(tx: Tx, house: House, sms: Sms, lifeSeconds: number): Promise<void> {
  await writeMessage(tx, house, { sms, lifeSeconds });
}

/**
 * Sends a message that is still worth sending. Throws where another try may succeed. Where it is given up, the next
 * guardian has it, or those who can do something are told.
 */
export async function sendNow(house: House, gateway: SmsGateway, where: Whereabouts, run?: JobRun): Promise<void> {
  const schoolId = where.schoolId ?? PLATFORM_SCHOOL;
  const inItsPlace = <T>(work: (tx: Tx) => Promise<T>) => inPlace(house.db, schoolId, work);
  const tries = run?.job.attempts ?? 1;
  const due = await inItsPlace((tx) => takeUp(tx, house, where.id, tries));
  if (!due?.to_sealed || !due.text_sealed) return;
  const open = opener(house, due);
  const lastTry = run !== undefined && tries >= run.job.max_attempts;
  let taken: Taken;
  try {
    taken = await gateway.send({ to: open(due.to_sealed), text: open(due.text_sealed), kind: due.kind });
  } catch (error) {
    return afterTrouble(house, schoolId, due, error, lastTry);
  }
  await inItsPlace((tx) => wasTaken(tx, house, where.id, taken));
}

/** The message, if it is to be sent now. */
async function takeUp(tx: Tx, house: House, id: string, tries: number): Promise<Message | null> {
  const due = await holdMessage(tx, id);
  if (due?.state !== 'waiting') return null;
  const urgent = isUrgent(due.kind);
  if (due.expired) {
    await fail(tx, house, due, { why: 'expired', tell: due.meant && (tries > 1 || !urgent), next: false });
    return null;
  }
  if (urgent) return due;
  if (due.to_hash && (await hasOptedOut(tx, due.to_hash))) {
    await fail(tx, house, due, { why: 'the guardian wants no messages', tell: true, next: true });
    return null;
  }
  const stopped = await stoppedUntil(tx);
  if (stopped) {
    await sendLaterOn(tx, id, stopped.until);
    return null;
  }
  if (await claim(tx, due, BigInt(due.segments * house.config.smsPrice))) return due;
  await tx.row(
    `UPDATE sms_messages SET state = 'stopped', state_at = clock_timestamp(), failure = 'the cap of the month is reached'
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id],
  );
  return null;
}

async function hasOptedOut(tx: Tx, phoneHash: Buffer): Promise<boolean> {
  return (await tx.row('SELECT 1 AS one FROM sms_opt_outs WHERE phone_hash = $1', [phoneHash])) !== undefined;
}

async function wasTaken(tx: Tx, house: House, id: string, { providerId, cost }: Taken): Promise<void> {
  const sent = await holdMessage(tx, id);
  if (sent?.state !== 'waiting') return;
  await tx.row(
    `UPDATE sms_messages SET state = 'sent', state_at = clock_timestamp(), sent_at = clock_timestamp(), provider_id = $3
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, providerId],
  );
  await forget(tx, sent);
  await settle(tx, sent, cost ?? BigInt(sent.segments * house.config.smsPrice));
  await gatewayWorks(tx);
}

async function afterTrouble(
  house: House,
  schoolId: string,
  due: Message,
  error: unknown,
  lastTry: boolean,
): Promise<void> {
  if (!(error instanceof SmsError)) throw error;
  const { trouble, message: why } = error;
  const urgent = isUrgent(due.kind);
  const giveUp = (next: boolean, platform: boolean) =>
    inPlace(house.db, schoolId, async (tx) => {
      const held = await holdMessage(tx, due.id);
      if (held?.state === 'waiting') await fail(tx, house, held, { why, tell: !platform, next });
    }).then(() => (platform ? tellPlatform(house, due, why) : undefined));
  if (trouble === 'stop') await stopGateway(house, why, waitAfter('stop'));
  if (trouble === 'stop' || trouble === 'hold') {
    // A code is of no use later than now, so it is tried by itself; the rest waits until somebody has seen to it.
    if (!urgent) return wait(house, schoolId, due.id, waitAfter(trouble));
  }
  if (trouble === 'number') return giveUp(true, false);
  if (trouble === 'never') return giveUp(false, true);
  // The same code must not come twice: whoever waits for it asks for another, and that one ends this.
  if (trouble === 'unsure' && urgent) return giveUp(false, true);
  if (lastTry) await giveUp(trouble === 'route', trouble !== 'route');
  throw error;
}

async function wait(house: House, schoolId: string, id: string, seconds: number): Promise<void> {
  await inPlace(house.db, schoolId, (tx) => sendLaterOn(tx, id, new Date(house.clock.now() + seconds * 1000)));
}

async function tellPlatform(house: House, due: Message, why: string): Promise<void> {
  await house.db.inPlatform((tx) => tellOfFailure(tx, due, why));
}
