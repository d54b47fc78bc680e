import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { closeRollCall, getRollCall, openRollCall, tickRollCall } from '@mfuko/contract/roll-calls';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { newId } from '../../platform/records/id.ts';
import { rollCallNotFound } from './errors.ts';
import * as store from './roll-call-store.ts';

/** Oldest opening time that is accepted from a device. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * Opens a roll call that expects every student on campus, and notifies all staff. A roll call that a device opened offline is merged
 * into the newest one, unless that one was closed before.
 */
export function openCall(call: Call, input: InputOf<typeof openRollCall>): Promise<AnswerOf<typeof openRollCall>> {
  const { reason } = input;
  const at = input.at === undefined ? null : openedAt(input.at, input.sentAt);
  return call.record(async (tx) => {
    // The lock serialises openings: two devices that come online at once then tick in one roll call.
    await store.lockOpenings(tx);
    const running = at && (await store.findRollCall(tx, null));
    if (running && (!running.closed || running.closed >= at)) {
      return { sysid: running.id, expected: (await store.countRollCall(tx, running.id)).expected };
    }
    const sysid = newId();
    await store.insertRollCall(tx, { id: sysid, reason, openedBy: call.actor.userId, at });
    const expected = await store.expectThoseOnCampus(tx, sysid, at);
    await audit(tx, call, {
      action: 'roll-call.open',
      subjectKind: 'roll-call',
      subjectId: sysid,
      detail: { reason, expected },
    });
    await enqueueStaffNotice(tx, {
      kind: 'roll-call.opened',
      subject: null,
      params: { by: call.actor.names, reason, count: expected },
    });
    return { sysid, expected };
  });
}

/** Opening time by the server's clock: never in the future, and at most a day ago. */
function openedAt(at: string, sentAt: string | undefined): Date {
  const now = Date.now();
  const ahead = sentAt === undefined ? 0 : Date.parse(sentAt) - now;
  return new Date(Math.min(now, Math.max(now - MAX_AGE_MS, Date.parse(at) - ahead)));
}

/** Records ticks, each key once. A closed roll call accepts ticks too, for children who are found later. Throws roll-call.not-found. */
export function takeTicks(
  call: Call,
  { sysid, ticks }: InputOf<typeof tickRollCall>,
): Promise<AnswerOf<typeof tickRollCall>> {
  return call.record(async (tx) => {
    if (!(await store.findRollCall(tx, sysid))) throw rollCallNotFound();
    const known = await store.studentsOf(tx, [...new Set(ticks.map(({ admissionNumber }) => admissionNumber))]);
    await store.insertTicks(
      tx,
      sysid,
      call.actor.userId,
      ticks.flatMap(({ admissionNumber, ...tick }) => {
        const studentId = known.get(admissionNumber);
        return studentId === undefined ? [] : [{ ...tick, studentId }];
      }),
    );
    const { expected, accounted } = await store.countRollCall(tx, sysid);
    const unknown = ticks.map(({ admissionNumber }) => admissionNumber).filter((number) => !known.has(number));
    return { expected, accounted, unknown: [...new Set(unknown)] };
  });
}

/** Throws roll-call.not-found, also if the school has never had a roll call. */
export async function showRollCall(
  tx: ReadTx,
  { sysid, named }: InputOf<typeof getRollCall>,
): Promise<AnswerOf<typeof getRollCall>> {
  const found = await store.findRollCall(tx, sysid ?? null);
  if (!found) throw rollCallNotFound();
  const { id, reason, opened, closed } = found;
  return {
    sysid: id,
    reason,
    opened: opened.toISOString(),
    closed: closed?.toISOString() ?? null,
    ...(await store.countRollCall(tx, id)),
    missing: await store.listMissing(tx, id),
    others: await store.listOthers(tx, id),
    ticks: await store.listTicks(tx, id),
    ...(named ? { seen: await store.listSeen(tx, id) } : {}),
  };
}

/** Ends a roll call. Closing again changes nothing and keeps the first end. Throws roll-call.not-found. */
export function closeCall(
  call: Call,
  { sysid }: InputOf<typeof closeRollCall>,
): Promise<AnswerOf<typeof closeRollCall>> {
  return call.record(async (tx) => {
    const ended = await store.endRollCall(tx, sysid, call.actor.userId);
    const found = await store.findRollCall(tx, sysid);
    if (!found?.closed) throw rollCallNotFound();
    const { accounted } = await store.countRollCall(tx, sysid);
    const missing = await store.listMissing(tx, sysid);
    if (ended) {
      await audit(tx, call, {
        action: 'roll-call.close',
        subjectKind: 'roll-call',
        subjectId: sysid,
        detail: { accounted, missing: missing.length },
      });
    }
    const seconds = Math.round((found.closed.getTime() - found.opened.getTime()) / 1000);
    return { accounted, missing, seconds };
  });
}
