import type { Db } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Wraps the database so that each transaction is a traced step, including its wait for a connection. */
export function tracedDb(tracing: Tracing, db: Db): Db {
  if (tracing === noTracing) return db;
  const step = <T>(scope: string, access: string, work: () => Promise<T>) =>
    tracing.step('transaction', { 'db.system.name': 'postgresql', 'mfuko.scope': scope, 'mfuko.access': access }, work);
  return {
    ...db,
    inSchool: (school, work, limits) => step('school', 'write', () => db.inSchool(school, work, limits)),
    inPlatform: (work) => step('platform', 'write', () => db.inPlatform(work)),
    readSchool: (school, work) => step('school', 'read', () => db.readSchool(school, work)),
    readPlatform: (work) => step('platform', 'read', () => db.readPlatform(work)),
    askPlatform: (statement, values) => step('platform', 'ask', () => db.askPlatform(statement, values)),
  };
}

/** Wraps jobs so that each run is traced by its kind. */
export function tracedJobs(tracing: Tracing, jobs: Jobs): Jobs {
  if (tracing === noTracing) return jobs;
  return Object.fromEntries(
    Object.entries(jobs).map(([kind, job]) => [
      kind,
      async (payload, run) => tracing.step(`job ${kind}`, {}, async () => job(payload, run)),
    ]),
  );
}
