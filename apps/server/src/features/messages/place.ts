import { type Db, PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';

/** Runs `work` in a transaction of the message's school, or of the platform for the platform's own messages. */
export function inPlace<T>(db: Db, schoolId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return schoolId === PLATFORM_SCHOOL ? db.inPlatform(work) : db.inSchool(schoolId, work);
}
