import type { SchoolRow } from '@mfuko/contract/schools';
import type { Tx } from '../../platform/database.ts';
import type { Page } from '../../platform/http/call.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';

const SCHOOL_LIST = `
  SELECT s.id AS sysid, s.county_id AS "countySYSID", c.name AS "countyName", s.code AS "schoolCode",
         s.official_name AS "officialName", s.short_name AS "shortName", s.po_box AS pobox, s.town,
         CASE WHEN $1::boolean THEN s.logo END AS logo, s.status, s.created_at AS "dateCreated",
         (SELECT count(*)::int FROM students p WHERE p.school_id = s.id AND p.deleted_at IS NULL AND p.status = 'active')
           AS "noOfStudents",
         EXISTS (SELECT 1 FROM payment_configs p WHERE p.school_id = s.id) AS "hasConfig"
  FROM schools s JOIN counties c ON c.id = s.county_id
  WHERE s.deleted_at IS NULL`;

interface Listed extends Omit<SchoolRow, 'b64Logo' | 'dateCreated'> {
  logo: Buffer | null;
  dateCreated: Date;
}

export async function listSchools(tx: Tx, query: ListQuery & { withLogo: boolean }): Promise<Page<SchoolRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: SCHOOL_LIST,
    values: [query.withLogo],
    searched: ['schoolCode', 'officialName', 'shortName', 'town'],
    sort: '-dateCreated',
    tie: 'sysid',
  });
  return { rows: page.rows.map(asRow), total: page.total };
}

export async function findSchool(tx: Tx, id: string): Promise<SchoolRow | undefined> {
  const found = await tx.row<Listed>(`${SCHOOL_LIST} AND s.id = $2`, [true, id]);
  return found && asRow(found);
}

function asRow({ logo, dateCreated, ...row }: Listed): SchoolRow {
  return { ...row, b64Logo: logo ? logo.toString('base64') : null, dateCreated: dateCreated.toISOString() };
}

export interface NewSchool {
  readonly id: string;
  readonly countyId: string;
  readonly code: string;
  readonly officialName: string;
  readonly shortName: string;
  readonly poBox: string;
  readonly town: string;
  readonly logo: Buffer | null;
  readonly appId: string;
  readonly tokenHash: Buffer;
}

export async function insertSchool(tx: Tx, school: NewSchool): Promise<void> {
  await tx.row(
    `INSERT INTO schools (id, county_id, code, official_name, short_name, po_box, town, logo, app_id, token_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      school.id,
      school.countyId,
      school.code,
      school.officialName,
      school.shortName,
      school.poBox,
      school.town,
      school.logo,
      school.appId,
      school.tokenHash,
    ],
  );
}

export async function countyExists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.row('SELECT 1 AS one FROM counties WHERE id = $1', [id])) !== undefined;
}

export interface Standing {
  readonly status: 'active' | 'suspended';
}

/** How a school stands; undefined where it is not there (any more). */
export async function findStanding(tx: Tx, id: string): Promise<Standing | undefined> {
  const rows = await tx.prepared<Standing>(
    'find-standing',
    'SELECT status FROM schools WHERE id = $1 AND deleted_at IS NULL',
    [id],
  );
  return rows[0];
}
