import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { getStudent, StudentDetails } from '@mfuko/contract/students';
import type { ReadTx } from '../../platform/database/database.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { studentNotFound } from './errors.ts';

type Read = Omit<
  StudentDetails,
  'balance' | 'dateCreated' | 'dateLeft' | 'pinLockedUntil' | 'fingerHeldUntil' | 'gate' | 'bus' | 'updated'
> & {
  balance: bigint;
  dateCreated: Date;
  dateLeft: Date | null;
  pinLockedUntil: Date | null;
  fingerHeldUntil: Date | null;
  gateKind: 'in' | 'out' | null;
  gateSince: Date | null;
  busKind: 'on' | 'off' | null;
  busSince: Date | null;
  busPlate: string | null;
};

const DETAILS = `
  SELECT id AS sysid, admission_number AS "admissionNumber", names, class_id AS "classSYSID", class_name AS "className",
         status, has_fingerprint AS "hasFingerprint", created_at AS "dateCreated", balance, has_pin AS "hasPin",
         CASE WHEN pin_locked_until > clock_timestamp() AND pin_locked_until <= clock_timestamp() + interval '1 day' + clock_tolerance() THEN pin_locked_until END AS "pinLockedUntil",
         (SELECT l.finger_held_until FROM student_locks l WHERE l.school_id = student_details.school_id AND l.student_id = student_details.id
            AND l.finger_held_until > clock_timestamp() AND l.finger_held_until < clock_timestamp() + interval '1 day') AS "fingerHeldUntil",
         CASE WHEN status = 'left' THEN left_at END AS "dateLeft",
         diet.allergens, diet."blockedMenuSYSIDs", diet."birthMonth",
         gate_kind AS "gateKind", gate_since AS "gateSince",
         bus_kind AS "busKind", bus_since AS "busSince", bus_plate AS "busPlate"
  FROM student_details
  CROSS JOIN LATERAL (SELECT s.allergens, s.blocked_menu_items AS "blockedMenuSYSIDs", to_char(s.birth_month, 'YYYY-MM') AS "birthMonth" FROM students s
    WHERE s.school_id = student_details.school_id AND s.id = student_details.id) AS diet
  WHERE school_id = $1`;

/** Returns one student for the office, by id or by admission number, active or left. Throws student.not-found. */
export async function showStudent(tx: ReadTx, asked: InputOf<typeof getStudent>): Promise<AnswerOf<typeof getStudent>> {
  const found = await tx.row<Read>(
    `${DETAILS} AND deleted_at IS NULL AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR admission_number = $3)`,
    [tx.schoolId, asked.sysid ?? null, asked.admissionNumber ?? null],
  );
  if (!found) throw studentNotFound();
  return asDetails(found);
}

/** Returns the same details for a student who was just changed; finds deleted students too. */
export async function detailsOf(tx: ReadTx, id: string): Promise<StudentDetails> {
  const found = await tx.row<Read>(`${DETAILS} AND id = $2`, [tx.schoolId, id]);
  if (!found) throw studentNotFound();
  return asDetails(found);
}

/** Fields outside the version stamp, since other calls change them (the class's name and the PIN, for example). */
const VOLATILE = [
  'balance',
  'hasFingerprint',
  'hasPin',
  'pinLockedUntil',
  'fingerHeldUntil',
  'gate',
  'bus',
  'className',
  'dateLeft',
] as const;

function asDetails(read: Read): StudentDetails {
  const { gateKind, gateSince, busKind, busSince, busPlate, ...rest } = read;
  const details = {
    ...rest,
    balance: toKes(read.balance),
    dateCreated: read.dateCreated.toISOString(),
    dateLeft: read.dateLeft?.toISOString() ?? null,
    pinLockedUntil: read.pinLockedUntil?.toISOString() ?? null,
    fingerHeldUntil: read.fingerHeldUntil?.toISOString() ?? null,
    gate: gateKind && gateSince ? { state: gateKind, since: gateSince.toISOString() } : null,
    bus:
      busKind && busSince && busPlate
        ? { state: busKind, since: busSince.toISOString(), busNumberPlate: busPlate }
        : null,
  };
  return stamped(details, VOLATILE);
}
