import type { Db } from '../platform/database/database.ts';
import { SchoolMoveError } from './errors.ts';

/** School of this installation. */
export interface FoundSchool {
  readonly id: string;
  readonly name: string;
  /** Time at which the school was closed; null while it is open. */
  readonly closedAt: Date | null;
}

/** Finds a school by its short name, code or id. Throws SchoolMoveError where there is none, or more than one. */
export async function findSchool(db: Pick<Db, 'readPlatform'>, asked: string): Promise<FoundSchool> {
  const found = await db.readPlatform((tx) =>
    tx.rows<FoundSchool>(
      `SELECT id, short_name AS name, closed_at AS "closedAt" FROM schools
       WHERE id::text = lower($1) OR ((short_name = $1 OR lower(code) = lower($1)) AND deleted_at IS NULL)`,
      [asked],
    ),
  );
  const [school] = found;
  if (!school) throw new SchoolMoveError(`There is no school ${asked}: give its short name, its code or its id.`);
  if (found.length > 1) throw new SchoolMoveError(`There is more than one school ${asked}: give its id.`);
  return school;
}
