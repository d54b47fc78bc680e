import { type Db, PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';

/** Runs in the school of a message, or among the platform's own. */
export function inPlace<T>(db: Db, schoolId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return schoolId === PLATFORM_SCHOOL ? db.inPlatform(work) : db.inSchool(schoolId, work);
}
