import type { Role } from '@mfuko/contract/endpoint';
import type { FoundSchool } from '@mfuko/contract/search';
import type { ReadTx } from '../../platform/database/database.ts';
import { anywhere, LIKELY, MAX_FOUND } from './rules.ts';

export interface FoundStudent {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  readonly status: 'active' | 'left';
}

const STUDENT = `s.id, s.admission_number AS "admissionNumber", s.names, c.name AS "className", s.status`;
const CLASS = 'JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id';

/** Students to search: an agent does not see those who have left. */
export interface Among {
  readonly leavers: boolean;
}

/** Lists students whose names contain every word; names that have words beginning with them come first. */
export function listByWords(tx: ReadTx, words: readonly string[], { leavers }: Among): Promise<FoundStudent[]> {
  return tx.prepared<FoundStudent>(
    'search-by-words',
    `SELECT ${STUDENT} FROM (
       SELECT s.*, (SELECT bool_and(' ' || lower(s.names) LIKE '% ' || starts) FROM unnest($3::text[]) AS starts) AS begins
       FROM students s
       WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.names ILIKE ALL ($2::text[]) AND ($4 OR s.status = 'active')
     ) s ${CLASS}
     ORDER BY s.status, s.begins DESC, s.names, s.id LIMIT ${MAX_FOUND}`,
    [tx.schoolId, words.map(anywhere), words.map((word) => anywhere(word).slice(1)), leavers],
  );
}

/** Lists students whose names are similar to every word, most similar first. */
export function listByLikeness(
  tx: ReadTx,
  words: readonly string[],
  { leavers }: Among,
): Promise<(FoundStudent & { score: number })[]> {
  return tx.prepared<FoundStudent & { score: number }>(
    'search-by-likeness',
    `SELECT ${STUDENT}, s.score FROM (
       SELECT s.*, (SELECT min(word_similarity(word, s.names)) FROM unnest($2::text[]) AS word)::float8 AS score
       FROM students s WHERE s.school_id = $1 AND s.deleted_at IS NULL AND ($3 OR s.status = 'active')
     ) s ${CLASS}
     WHERE s.score >= ${LIKELY}
     ORDER BY s.score DESC, s.status, s.names, s.id LIMIT ${MAX_FOUND}`,
    [tx.schoolId, words, leavers],
  );
}

/** Lists students whose admission number begins with these digits, the shortest first, so that an exact match leads. */
export function listByNumber(tx: ReadTx, digits: string, { leavers }: Among): Promise<FoundStudent[]> {
  return tx.prepared<FoundStudent>(
    'search-by-number',
    `SELECT ${STUDENT} FROM students s ${CLASS}
     WHERE s.school_id = $1 AND s.deleted_at IS NULL AND starts_with(s.admission_number, $2)
       AND ($3 OR s.status = 'active')
     ORDER BY length(s.admission_number), s.admission_number LIMIT ${MAX_FOUND}`,
    [tx.schoolId, digits, leavers],
  );
}

/** Lists students with a guardian whose number ends in these digits. */
export function listByGuardian(
  tx: ReadTx,
  phoneTail: string,
): Promise<(FoundStudent & { guardianName: string; guardianPhone: string })[]> {
  return tx.prepared<FoundStudent & { guardianName: string; guardianPhone: string }>(
    'search-by-guardian',
    `SELECT ${STUDENT}, g.name AS "guardianName", g.mobile_number AS "guardianPhone"
     FROM guardians g
     JOIN students s ON s.school_id = g.school_id AND s.id = g.student_id AND s.deleted_at IS NULL ${CLASS}
     WHERE g.school_id = $1 AND g.deleted_at IS NULL AND right(g.mobile_number, length($2)) = $2
     ORDER BY s.status, s.names, s.id LIMIT ${MAX_FOUND}`,
    [tx.schoolId, phoneTail],
  );
}

export interface Guessed {
  readonly score: number;
}

/** Lists the school's users whose names are similar to every word, or whose number ends in these digits. */
export function listUsers(
  tx: ReadTx,
  words: readonly string[],
  phoneTail: string | null,
): Promise<({ sysid: string; names: string; role: Role } & Guessed)[]> {
  return tx.prepared(
    'search-users',
    `SELECT u.id AS sysid, u.names, u.role, u.score FROM (
       SELECT p.*, CASE WHEN $3::text IS NOT NULL THEN (right(p.phone, length($3)) = $3)::int
                        WHEN p.names ILIKE ALL ($4::text[]) THEN 1
                        ELSE (SELECT min(word_similarity(word, p.names)) FROM unnest($2::text[]) AS word) END::float8 AS score
       FROM (SELECT id, role, phone, first_name || ' ' || last_names AS names FROM users
             WHERE school_id = $1 AND deleted_at IS NULL) p
     ) u WHERE u.score >= ${LIKELY} ORDER BY u.score DESC, u.names, u.id LIMIT ${MAX_FOUND}`,
    [tx.schoolId, words, phoneTail, words.map(anywhere)],
  );
}

/** Lists schools whose names, code or town are similar to every word; for Admins. */
export function listSchools(tx: ReadTx, words: readonly string[]): Promise<(FoundSchool & Guessed)[]> {
  return tx.prepared(
    'search-schools',
    `SELECT n.id AS sysid, n.short_name AS "shortName", n.official_name AS "officialName", n.town, n.score FROM (
       SELECT s.*, CASE WHEN s.told ILIKE ALL ($2::text[]) THEN 1
                        ELSE (SELECT min(word_similarity(word, s.told)) FROM unnest($1::text[]) AS word) END::float8 AS score
       FROM (SELECT id, short_name, official_name, town, concat_ws(' ', code, short_name, official_name, town) AS told
             FROM schools WHERE deleted_at IS NULL) s
     ) n WHERE n.score >= ${LIKELY} ORDER BY n.score DESC, n.short_name, n.id LIMIT ${MAX_FOUND}`,
    [words, words.map(anywhere)],
  );
}
