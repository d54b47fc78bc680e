import type { InputOf } from '@mfuko/contract/endpoint';
import type { Contact, updateContact as updateCall } from '@mfuko/contract/students';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf, maskedPhone } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { guardianNotFound, guardianThereAlready } from './errors.ts';
import { holdMoney, phoneMeans } from './money-holds.ts';
import { noteNewNumber } from './new-number.ts';
import { FORMER_NUMBER_IS_RECENT as IS_RECENT, notifyOfChange } from './security-notices.ts';

const CONTACT = `id AS sysid, name, mobile_number AS "mobileNumber", email, language, notify, student_id AS "studentSYSID"`;

/** Returns a guardian of a student who is not deleted. Throws guardian.not-found. */
export async function getContact(tx: ReadTx, id: string): Promise<Contact> {
  const found = await tx.row<Unstamped>(
    `SELECT ${CONTACT} FROM guardians g WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL AND ${OF_A_STUDENT}`,
    [tx.schoolId, id],
  );
  if (!found) throw guardianNotFound();
  return stampedContact(found);
}

type Unstamped = Omit<Contact, 'updated'>;

/** Adds the guardian's version stamp, which is the same in every call that reads the guardian. */
export function stampedContact<C extends Omit<Unstamped, 'studentSYSID'>>(contact: C): C & { updated: string } {
  return stamped<C>(contact, ['studentSYSID' as keyof C]);
}

/** Keeps the oldest number within a day: otherwise two changes in a row would make an accomplice's number the former one. */
const KEEP_FORMER = `
  former_number = CASE WHEN mobile_number = $4 OR ${IS_RECENT} THEN former_number ELSE mobile_number END,
  former_since = CASE WHEN mobile_number = $4 OR ${IS_RECENT} THEN former_since ELSE clock_timestamp() END`;

const OF_A_STUDENT = `EXISTS (SELECT 1 FROM students s
  WHERE s.school_id = g.school_id AND s.id = g.student_id AND s.deleted_at IS NULL)`;

/** Changes a guardian. Throws guardian.not-found, and guardian.duplicate where another guardian of the student has the number. */
export async function changeContact(
  call: Call,
  context: AppContext,
  input: InputOf<typeof updateCall>,
): Promise<Contact> {
  return call.record(async (tx) => {
    await tx.row('SELECT 1 FROM guardians WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, input.sysid]);
    const before = await getContact(tx, input.sysid);
    await requireUnchanged(input.updated, async () => before);
    const after = await writeContact(
      tx,
      `name = $3, mobile_number = $4, email = $5, language = $6, notify = $7, ${KEEP_FORMER}`,
      input.sysid,
      [
        input.name ?? before.name,
        input.mobileNumber ?? before.mobileNumber,
        input.email === undefined ? before.email : input.email || null,
        input.language ?? before.language,
        input.notify ?? before.notify,
      ],
    );
    await trace(tx, call, 'update', after, { changes: changesOf(told(before), told(after)) });
    if (after.mobileNumber !== before.mobileNumber) await holdNewPhone(tx, call, context, before, after);
    return after;
  });
}

/** Puts a hold on money to the new number and notifies both numbers, since at least one of them is not the attacker's. */
async function holdNewPhone(tx: Tx, call: Call, context: AppContext, before: Contact, after: Contact): Promise<void> {
  await holdMoney(tx, call.actor.userId, [after.studentSYSID], phoneMeans(context, after.mobileNumber));
  await notifyOfChange(tx, context, after.studentSYSID, 'phone', {
    to: [before, after].map(({ mobileNumber, language }) => ({ phone: mobileNumber, language })),
    newPhone: after.mobileNumber,
  });
}

export async function deleteContact(call: Call, context: AppContext, id: string): Promise<Contact> {
  return call.record(async (tx) => {
    const { studentSYSID, mobileNumber, language } = await getContact(tx, id);
    await notifyOfChange(tx, context, studentSYSID, 'phone-removed', { to: [{ phone: mobileNumber, language }] });
    const gone = await writeContact(tx, 'deleted_at = clock_timestamp()', id);
    await trace(tx, call, 'delete', gone, told(gone));
    return gone;
  });
}

/** Restores a deleted guardian. Throws guardian.not-found, and guardian.duplicate where the number has been added again meanwhile. */
export async function restoreContact(call: Call, context: AppContext, id: string): Promise<Contact> {
  return call.record(async (tx) => {
    const before = await tx.row<{ deleted: boolean; known: boolean }>(
      `SELECT deleted_at IS NOT NULL AS deleted, coalesce(deleted_at > clock_timestamp() - interval '1 hour', false) AS known
       FROM guardians WHERE school_id = $1 AND id = $2 FOR UPDATE`,
      [tx.schoolId, id],
    );
    const restored = await writeContact(tx, 'deleted_at = NULL', id);
    if (before?.deleted) await noteNewNumber(tx, context, call, restored, before.known);
    await trace(tx, call, 'restore', restored, told(restored));
    return restored;
  });
}

async function writeContact(tx: Tx, set: string, id: string, values: readonly unknown[] = []): Promise<Contact> {
  try {
    const written = await tx.row<Unstamped>(
      `UPDATE guardians g SET ${set} WHERE school_id = $1 AND id = $2 AND ${OF_A_STUDENT} RETURNING ${CONTACT}`,
      [tx.schoolId, id, ...values],
    );
    if (!written) throw guardianNotFound();
    return stampedContact(written);
  } catch (error) {
    if (violatedUnique(error) === 'guardians_number') throw guardianThereAlready();
    throw error;
  }
}

function trace(tx: Tx, call: Call, verb: string, { sysid, studentSYSID }: Contact, detail: object): Promise<void> {
  return audit(tx, call, {
    action: `guardian.${verb}`,
    subjectKind: 'guardian',
    subjectId: sysid,
    detail: { studentSYSID, ...detail },
  });
}

/** Returns the guardian's fields for the audit trail, with number and e-mail address masked so that two can still be told apart. */
function told({ name, mobileNumber, email, language, notify }: Contact) {
  return {
    name,
    mobileNumber: maskedPhone(mobileNumber),
    email: email?.replace(/^(.).*@/, '$1…@') ?? null,
    language,
    notify: notify.join(', '),
  };
}
