import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { Reminder, sendReminder } from '@mfuko/contract/reminders';
import { audit } from '../../platform/audit/audit.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { audienceChanged, costOfTexts, nobodyToWriteTo, requireMonthsMoney, writeReminder } from '../messages/index.ts';
import { lockPhones, pushDigest, requireCanAsk, SAME_AMOUNT_S, writeStkPush } from '../payments/index.ts';
import { readReminder } from './list.ts';
import { type Going, isGoing, type Planned, planReminder, texts, together } from './plan.ts';

type Input = InputOf<typeof sendReminder>;

/**
 * Reminds the guardians of these students, once for all their children. Throws message.nobody, message.audience-changed where more would
 * be reminded than was shown, message.over-cap, payment.not-configured and wallet.over-limit.
 */
export function remind(call: Call, context: AppContext, input: Input): Promise<Reminder> {
  const { way, below, recipients } = input;
  // Requests have an amount by the contract; an amount sent with a text is ignored.
  const amount = way === 'prompt' ? (input.amount ?? null) : null;
  return call.record(async (tx) => {
    await lockReminders(tx);
    if (amount !== null) {
      await requireCanAsk(tx, context, amount);
      const expected = (await planReminder(tx, context, input)).filter(isGoing);
      // Lock the phones, then plan again: no other transaction can ask them now.
      await lockPhones(
        tx,
        expected.map(({ mobileNumber }) => pushDigest(context, tx.schoolId, mobileNumber)),
      );
    }
    const planned = await planReminder(tx, context, input);
    const going = planned.filter(isGoing);
    if (going.length === 0) throw nobodyToWriteTo();
    if (going.length > recipients) throw audienceChanged(going.length);
    const ends =
      amount === null ? await writeTexts(tx, context, going) : await askAll(tx, call, context, going, amount);
    const id = newId();
    await tx.row('INSERT INTO reminders (school_id, id, way, below, amount, by_user) VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[tx.schoolId, id, way, below, amount, call.actor.userId],
    ]);
    await saveStudents(tx, id, planned, amount === null ? { messages: ends } : { pushes: ends });
    await audit(tx, call, {
      action: 'reminder.send',
      subjectKind: 'reminder',
      subjectId: id,
      detail: { way, below: toKes(below), amount: amount === null ? null : toKes(amount), recipients: going.length },
    });
    return readReminder(tx, id);
  });
}

/** Locks the school's reminders, since two at once would not see each other's texts. */
async function lockReminders(tx: Tx): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 36))', [tx.schoolId]);
}

/** Id of the message or of the STK push, by student. */
type Ends = ReadonlyMap<string, string>;

async function writeTexts(tx: Tx, context: AppContext, going: readonly Going[]): Promise<Ends> {
  const textOf = await texts(tx);
  const groups = together(going);
  await requireMonthsMoney(tx, costOfTexts(context, groups.map(textOf)));
  const ends = new Map<string, string>();
  for (const group of groups) {
    const id = await writeReminder(tx, context, { ...group[0], text: textOf(group), children: group });
    for (const { studentId } of group) ends.set(studentId, id);
  }
  return ends;
}

async function askAll(tx: Tx, call: Call, context: AppContext, going: readonly Going[], amount: bigint): Promise<Ends> {
  const ends = new Map<string, string>();
  for (const group of together(going)) {
    for (const [place, { studentId, admissionNumber, mobileNumber }] of group.entries()) {
      const student = { id: studentId, admissionNumber };
      // A phone shows one request at a time, so the next child's waits until the phone is free.
      const queued = place === 0 ? {} : { queuedFor: place * SAME_AMOUNT_S };
      ends.set(studentId, await writeStkPush(tx, call, context, { student, amount, mobileNumber, ...queued }));
    }
  }
  return ends;
}

async function saveStudents(
  tx: Tx,
  id: string,
  planned: readonly Planned[],
  { messages, pushes }: { readonly messages?: Ends; readonly pushes?: Ends },
): Promise<void> {
  const column = <Value>(of: (one: Planned) => Value) => planned.map(of);
  await tx.row(
    `INSERT INTO reminder_students
       (school_id, reminder_id, student_id, balance, phone_masked, skipped, message_id, stk_push_id)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::uuid[], $8::uuid[])`,
    [
      tx.schoolId,
      id,
      column(({ studentId }) => studentId),
      column(({ balance }) => balance),
      column(({ mobileNumber }) => (mobileNumber === null ? null : maskedPhone(mobileNumber))),
      column(({ skipped }) => skipped),
      column(({ studentId }) => messages?.get(studentId) ?? null),
      column(({ studentId }) => pushes?.get(studentId) ?? null),
    ],
  );
}
