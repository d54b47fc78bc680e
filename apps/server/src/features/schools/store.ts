import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { getPaperHead, getSchools, SchoolRecord, SchoolRow } from '@mfuko/contract/schools';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';

const SCHOOLS = `
  SELECT s.id AS sysid, s.county_id AS "countySYSID", c.name AS "countyName", s.code AS "schoolCode",
         s.official_name AS "officialName", s.short_name AS "shortName", s.po_box AS pobox, s.town,
         CASE WHEN $1::boolean THEN s.logo END AS logo,
         CASE WHEN s.deleted_at IS NULL THEN s.status ELSE 'deleted' END AS status, s.created_at AS "dateCreated",
         (SELECT count(*)::int FROM students p WHERE p.school_id = s.id AND p.deleted_at IS NULL AND p.status = 'active')
           AS "noOfStudents",
         EXISTS (SELECT 1 FROM payment_configs p WHERE p.school_id = s.id) AS "hasConfig", s.closed_at IS NOT NULL AS "isMoving"`;
const FROM_SCHOOLS = 'FROM schools s JOIN counties c ON c.id = s.county_id';

interface Listed extends Omit<SchoolRow, 'b64Logo' | 'dateCreated'> {
  logo: Buffer | null;
  dateCreated: Date;
}

const ASKED_FOR = `
  WHERE (s.deleted_at IS NOT NULL) = ($2::text IS NOT DISTINCT FROM 'deleted')
    AND ($2::text IS NULL OR $2 = 'deleted' OR s.status = $2)
    AND ($3::boolean IS NULL OR EXISTS (SELECT 1 FROM payment_configs p WHERE p.school_id = s.id) = $3)`;

export async function listSchools(tx: ReadTx, query: InputOf<typeof getSchools>): Promise<Page<SchoolRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `${SCHOOLS} ${FROM_SCHOOLS} ${ASKED_FOR}`,
    // Use every parameter in the count, so that PostgreSQL knows each one's type.
    counted: `SELECT $1::boolean FROM schools s ${ASKED_FOR}`,
    values: [query.withLogo, query.status ?? null, query.hasConfig ?? null],
    searched: ['schoolCode', 'officialName', 'shortName', 'town'],
    sort: '-dateCreated',
    tie: 'sysid',
  });
  return { rows: page.rows.map(asRow), total: page.total };
}

type PaperHead = AnswerOf<typeof getPaperHead>;

/** Fields outside the version stamp: they are computed, or other calls change them. */
const COUNTED = ['noOfStudents', 'noOfClasses', 'noOfDevices', 'hasConfig', 'isMoving', 'countyName'] as const;

type ListedRecord = Listed & { noOfClasses: number; noOfDevices: number };

/**
 * Returns the transaction's school, deleted or not. In a transaction of the platform, row-level security hides its classes and devices.
 */
export async function findSchool(tx: ReadTx, id: string): Promise<SchoolRecord | undefined> {
  const found = await tx.row<ListedRecord>(
    `${SCHOOLS},
         (SELECT count(*)::int FROM classes k WHERE k.school_id = s.id AND k.deleted_at IS NULL) AS "noOfClasses",
         (SELECT count(*)::int FROM devices d WHERE d.school_id = s.id AND d.revoked_at IS NULL) AS "noOfDevices"
     ${FROM_SCHOOLS} WHERE s.id = $2`,
    [true, id],
  );
  return found && stamped(asRow(found), [...COUNTED]);
}

function asRow<Row extends Listed>({ logo, dateCreated, ...row }: Row) {
  return { ...row, b64Logo: logo ? logo.toString('base64') : null, dateCreated: dateCreated.toISOString() };
}

/** Returns the letterhead of the transaction's school; undefined where the school does not exist. */
export async function findPaperHead(tx: ReadTx): Promise<PaperHead | undefined> {
  const found = await tx.row<Omit<PaperHead, 'b64Logo'> & { logo: Buffer | null }>(
    `SELECT official_name AS "officialName", po_box AS pobox, town, logo FROM schools WHERE id = $1`,
    [tx.schoolId],
  );
  if (!found) return undefined;
  const { logo, ...head } = found;
  return { ...head, b64Logo: logo ? logo.toString('base64') : null };
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
  readonly requireTill?: boolean;
  readonly requireProofForItems?: boolean;
  readonly holdFirstMeans?: boolean;
  readonly requireSecondFactor?: boolean;
  readonly requireCollector?: boolean;
  readonly requireExeat?: boolean;
}

export async function insertSchool(tx: Tx, school: NewSchool): Promise<void> {
  await tx.row(
    `INSERT INTO schools (id, county_id, code, official_name, short_name, po_box, town, logo, require_till,
       require_proof_for_items, hold_first_means, require_second_factor, require_collector, require_exeat)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      school.id,
      school.countyId,
      school.code,
      school.officialName,
      school.shortName,
      school.poBox,
      school.town,
      school.logo,
      school.requireTill ?? false,
      school.requireProofForItems ?? false,
      school.holdFirstMeans ?? false,
      school.requireSecondFactor ?? false,
      school.requireCollector ?? false,
      school.requireExeat ?? false,
    ],
  );
}

export async function countyExists(tx: ReadTx, id: string): Promise<boolean> {
  return (await tx.row('SELECT 1 AS one FROM counties WHERE id = $1', [id])) !== undefined;
}

export interface Standing {
  readonly status: 'active' | 'suspended';
  /** True while the school moves to another installation. */
  readonly closed: boolean;
}

/** Returns the status of a school; undefined where the school does not exist or is deleted. */
export async function findStanding(tx: ReadTx, id: string): Promise<Standing | undefined> {
  const rows = await tx.prepared<Standing>(
    'find-standing',
    'SELECT status, closed_at IS NOT NULL AS closed FROM schools WHERE id = $1 AND deleted_at IS NULL',
    [id],
  );
  return rows[0];
}
