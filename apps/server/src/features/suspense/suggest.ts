import type { Suggestion, SuggestionReason } from '@mfuko/contract/suspense';
import type { ReadTx } from '../../platform/database/database.ts';
import { LIKELY_PAYER, LIKELY_TYPED, nearNumber, rank, readTyped, type Typed } from './rules.ts';

/** A payment whose student is to be found. */
export interface Unclaimed {
  readonly id: string;
  readonly account: string;
  readonly payerName: string | null;
  readonly payerHash: string | null;
  readonly payerDigest: Buffer | null;
}

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
}

interface Asked extends Unclaimed {
  readonly typed: Typed;
}

interface Hint {
  readonly item: string;
  readonly student: string;
  readonly reason: SuggestionReason;
}

/** Returns, by the payment's id, the students whom each payment may be for, most likely first. Only active students are suggested. */
export async function suggest(tx: ReadTx, items: readonly Unclaimed[]): Promise<ReadonlyMap<string, Suggestion[]>> {
  if (items.length === 0) return new Map();
  const students = await tx.rows<Student>(
    `SELECT s.id, s.admission_number AS "admissionNumber", s.names, c.name AS "className"
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.status = 'active'`,
    [tx.schoolId],
  );
  const asked = items.map((item) => ({ ...item, typed: readTyped(item.account) }));
  const hints = [
    ...byNumber(asked, students),
    ...(await byPhone(tx, asked)),
    ...(await byEarlierPayments(tx, asked)),
    ...(await byTypedName(tx, asked)),
    ...(await byPayerName(tx, asked)),
  ];
  const known = new Map(students.map((found) => [found.id, found]));
  return new Map(
    items.map(({ id }) => [
      id,
      suggestionsOf(
        hints.filter(({ item }) => item === id),
        known,
      ),
    ]),
  );
}

function suggestionsOf(hints: readonly Hint[], students: ReadonlyMap<string, Student>): Suggestion[] {
  const reasons = Map.groupBy(hints, ({ student }) => student);
  const candidates = [...reasons].flatMap(([student, given]) => {
    const found = students.get(student);
    if (!found) return [];
    const { admissionNumber, names, className } = found;
    return [{ admissionNumber, names, className, reasons: given.map(({ reason }) => reason) }];
  });
  return rank(candidates);
}

function byNumber(items: readonly Asked[], students: readonly Student[]): Hint[] {
  return items.flatMap(({ id, typed: { number } }) =>
    number === null
      ? []
      : students.flatMap((found) => {
          const how = nearNumber(number, found.admissionNumber);
          return how === null ? [] : [{ item: id, student: found.id, reason: { kind: 'number', how } as const }];
        }),
  );
}

/** Hints from guardians whose phone paid, or was typed. The hash is that of the number as the provider sends it. */
async function byPhone(tx: ReadTx, items: readonly Asked[]): Promise<Hint[]> {
  const hashes = items.flatMap(({ payerHash }) => payerHash ?? []);
  const phones = items.flatMap(({ typed }) => typed.phone ?? []);
  if (hashes.length + phones.length === 0) return [];
  const guardians = await tx.rows<{ student: string; guardian: string; phone: string; hash: string }>(
    `SELECT * FROM (
       SELECT g.student_id AS student, g.name AS guardian, g.mobile_number AS phone,
              encode(sha256(convert_to(g.mobile_number, 'UTF8')), 'hex') AS hash
       FROM guardians g WHERE g.school_id = $1 AND g.deleted_at IS NULL) AS known
     WHERE hash = ANY ($2::text[]) OR phone = ANY ($3::text[])`,
    [tx.schoolId, hashes.map((hash) => hash.toLowerCase()), phones],
  );
  return items.flatMap(({ id, payerHash, typed }) =>
    guardians.flatMap(({ student, guardian, phone, hash }) => [
      ...(hash === payerHash?.toLowerCase()
        ? [{ item: id, student, reason: { kind: 'guardian-phone', guardian } as const }]
        : []),
      ...(phone === typed.phone ? [{ item: id, student, reason: { kind: 'typed-phone', guardian } as const }] : []),
    ]),
  );
}

async function byEarlierPayments(tx: ReadTx, items: readonly Asked[]): Promise<Hint[]> {
  const digests = items.flatMap(({ payerDigest }) => payerDigest ?? []);
  if (digests.length === 0) return [];
  const known = await tx.rows<{ digest: Buffer; student: string; times: number }>(
    `SELECT payer_digest AS digest, student_id AS student, times FROM known_payers
     WHERE school_id = $1 AND payer_digest = ANY ($2::bytea[])`,
    [tx.schoolId, digests],
  );
  return items.flatMap(({ id, payerDigest }) =>
    known
      .filter(({ digest }) => payerDigest?.equals(digest))
      .map(({ student, times }) => ({ item: id, student, reason: { kind: 'paid-before', times } as const })),
  );
}

interface Likeness {
  readonly item: string;
  readonly student: string;
  readonly name: string;
  readonly likeness: number;
}

async function byTypedName(tx: ReadTx, items: readonly Asked[]): Promise<Hint[]> {
  const named = items.flatMap(({ id, typed }) => typed.words.map((word) => ({ id, word })));
  if (named.length === 0) return [];
  const alike = await tx.rows<Likeness>(
    `SELECT * FROM (
       SELECT n.item, s.id AS student, s.names AS name, min(word_similarity(n.word, s.names))::float8 AS likeness
       FROM unnest($2::uuid[], $3::text[]) AS n (item, word) CROSS JOIN students s
       WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.status = 'active' GROUP BY n.item, s.id, s.names) AS compared
     WHERE likeness >= ${LIKELY_TYPED}`,
    [tx.schoolId, named.map(({ id }) => id), named.map(({ word }) => word)],
  );
  return alike.map(({ item, student, likeness }) => ({
    item,
    student,
    reason: { kind: 'typed-name', likeness: rounded(likeness) },
  }));
}

/** Hints from the payer's name at M-Pesa: a guardian of that name, or a student of similar name (a father and his son). */
async function byPayerName(tx: ReadTx, items: readonly Asked[]): Promise<Hint[]> {
  const named = items.flatMap(({ id, payerName }) =>
    payerName !== null && payerName.length > 2 ? [{ id, name: payerName }] : [],
  );
  if (named.length === 0) return [];
  const alike = await tx.rows<Likeness & { of: 'guardian' | 'student' }>(
    `SELECT * FROM (
       SELECT n.item, p.student, p.of, p.name, greatest(word_similarity(n.name, p.name), word_similarity(p.name, n.name))::float8 AS likeness
       FROM unnest($2::uuid[], $3::text[]) AS n (item, name) CROSS JOIN (
         SELECT 'student' AS of, s.id AS student, s.names AS name FROM students s
         WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.status = 'active'
         UNION ALL
         SELECT 'guardian', g.student_id, g.name FROM guardians g WHERE g.school_id = $1 AND g.deleted_at IS NULL) AS p
     ) AS compared WHERE likeness >= ${LIKELY_PAYER}`,
    [tx.schoolId, named.map(({ id }) => id), named.map(({ name }) => name)],
  );
  return alike.map(({ item, student, of, name, likeness }) => ({
    item,
    student,
    reason: { kind: 'payer-name', of, name, likeness: rounded(likeness) },
  }));
}

function rounded(likeness: number): number {
  return Math.round(likeness * 100) / 100;
}
