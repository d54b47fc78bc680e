import type { Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { dueExeats, markOverdue } from '../exeats/index.ts';
import { addException } from './exceptions.ts';
import { notifyOverdue } from './notify-overdue.ts';

/** Job that looks every minute for students who are not back from an exeat in time. */
export const EXEAT_CHECK = 'look-for-overdue-exeats';
export const EXEAT_CHECK_AT = '* * * * *';

export function exeatJobs(context: AppContext): Jobs {
  const { db, clock } = context;
  return {
    async [EXEAT_CHECK]() {
      const now = new Date(clock.now());
      const due = await db.readPlatform((tx) => dueExeats(tx, now));
      for (const { schoolId, id } of due) await db.inSchool(schoolId, (tx) => tell(tx, context, id, now));
    },
  };
}

/** Adds an exception, unless the student has come back since the list was read. */
async function tell(tx: Tx, context: AppContext, id: string, now: Date): Promise<void> {
  const overdue = await markOverdue(tx, id, now);
  if (!overdue) return;
  await addException(tx, {
    kind: 'exeat-overdue',
    studentId: overdue.studentId,
    eventId: overdue.outEvent,
    recordedBy: null,
    detail: { returnBy: overdue.returnBy.toISOString(), deadline: overdue.deadline },
  });
  await notifyOverdue(tx, context, { id, studentId: overdue.studentId, at: overdue.deadline });
}
