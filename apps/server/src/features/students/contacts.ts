import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/students';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { stampedContact } from './change-contact.ts';
import { guardianNotFound, guardianThereAlready } from './errors.ts';
import { noteNewNumber } from './new-number.ts';
import { getStudentById } from './store.ts';

/** Adds a guardian to a student. Throws student.not-found, and guardian.duplicate where the student has a guardian with that number. */
export async function addContact(
  call: Call,
  context: AppContext,
  input: InputOf<typeof contract.addContact>,
): Promise<AnswerOf<typeof contract.addContact>> {
  const { name, mobileNumber, email, language, notify, studentSYSID } = input;
  return call.record(async (tx) => {
    await getStudentById(tx, studentSYSID);
    const sysid = newId();
    const added = await tx.row(
      `INSERT INTO guardians (school_id, id, student_id, name, mobile_number, email, language, notify)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (school_id, student_id, mobile_number) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
      [tx.schoolId, sysid, studentSYSID, name, mobileNumber, email, language, notify],
    );
    if (!added) throw guardianThereAlready();
    await noteNewNumber(tx, context, call, { sysid, studentSYSID, mobileNumber });
    await audit(tx, call, {
      action: 'guardian.create',
      subjectKind: 'guardian',
      subjectId: sysid,
      detail: { studentSYSID },
    });
    return stampedContact({ sysid, name, mobileNumber, email, language, notify, studentSYSID });
  });
}

type Contact = AnswerOf<typeof contract.getContacts>;

export async function listContacts(tx: ReadTx, query: InputOf<typeof contract.getContacts>): Promise<Page<Contact>> {
  await getStudentById(tx, query.studentSYSID);
  const page = await readPage<Omit<Contact, 'updated'>>(tx, query, {
    sql: `SELECT id AS sysid, name, mobile_number AS "mobileNumber", email, language, notify FROM guardians
          WHERE school_id = $1 AND student_id = $2 AND deleted_at IS NULL`,
    values: [tx.schoolId, query.studentSYSID],
    searched: ['name', 'mobileNumber', 'email'],
    sort: 'name',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(stampedContact) };
}

export type ContactOfStudent = Omit<Contact, 'sysid' | 'updated'>;

/** Returns one guardian of one student. Throws guardian.not-found, also for another student's guardian. */
export async function getContactOf(tx: ReadTx, studentId: string, contactId: string): Promise<ContactOfStudent> {
  const contact = await tx.row<ContactOfStudent>(
    `SELECT name, mobile_number AS "mobileNumber", email, language, notify FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND id = $3 AND deleted_at IS NULL`,
    [tx.schoolId, studentId, contactId],
  );
  if (!contact) throw guardianNotFound();
  return contact;
}

/** Returns true if a phone number belongs to a guardian of any school. It runs in the platform's transactions, at sign-in. */
export async function isGuardian(tx: ReadTx, phone: string): Promise<boolean> {
  const found = await tx.row<{ known: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM guardians g JOIN students s ON s.school_id = g.school_id AND s.id = g.student_id
                    WHERE g.mobile_number = $1 AND g.deleted_at IS NULL AND s.deleted_at IS NULL) AS known`,
    [phone],
  );
  return found?.known ?? false;
}
