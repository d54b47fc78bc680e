import { Logger, parseCronItems, run } from 'graphile-worker';
import pg from 'pg';
import {
  BOOKS_LOOK,
  BOOKS_LOOK_AT,
  BOOKS_VERIFY,
  BOOKS_VERIFY_AT,
  bookAnswers,
  bookJobs,
} from './features/books/jobs.ts';
import { DEVICE_LOOK, DEVICE_LOOK_AT, deviceJobs } from './features/devices/jobs.ts';
import { messageJobs } from './features/messages/jobs.ts';
import { DROP_OLD_NOTICES, noticeJobs } from './features/notices/jobs.ts';
import { replyTo } from './features/payments/index.ts';
import { paymentJobs, RECONCILE, RECONCILE_AT } from './features/payments/jobs.ts';
import { refundResults } from './features/refunds/index.ts';
import { refundJobs, SWEEP_PAYOUTS } from './features/refunds/jobs.ts';
import { guardiansOf } from './features/students/index.ts';
import { returnResults } from './features/suspense/index.ts';
import { suspenseJobs } from './features/suspense/jobs.ts';
import { walletJobs } from './features/wallet/jobs.ts';
import type { PaymentsGateway } from './gateways/payments/index.ts';
import type { SmsGateway } from './gateways/sms/port.ts';
import { auditJobs, SEAL, SEAL_AT } from './platform/audit-seal.ts';
import type { House } from './platform/house.ts';
import type { JobRun, Jobs } from './platform/jobs.ts';
import { SWEEP, SWEEP_AT, sweepJobs } from './sweep.ts';

/** Every kind of job that the house has. */
export function jobsOf(house: House, sms: SmsGateway, payments: PaymentsGateway): Jobs {
  return {
    ...messageJobs(house, sms, guardiansOf),
    ...walletJobs(house),
    ...deviceJobs(house),
    ...noticeJobs(house),
    // What M-Pesa answers later goes to the feature that asked, by its purpose.
    ...paymentJobs(house, payments, { ...returnResults, ...refundResults, ...bookAnswers }),
    ...suspenseJobs(house, payments, replyTo),
    ...refundJobs(house, payments),
    ...bookJobs(house, payments),
    ...sweepJobs(house),
    ...auditJobs(house),
  };
}

/** Works the job queue until stopped. Failures are logged by job kind, never with their payload. */
export async function startWorker(
  ownerUrl: string,
  jobs: Jobs,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  // The queue listens to its pool only while it runs; a connection that dies later would end the process.
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 6, application_name: 'mfuko worker' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([kind, job]) => [kind, (payload: unknown, run: JobRun) => job(payload, run)]),
    ),
    parsedCronItems: parseCronItems([
      { task: SWEEP, match: SWEEP_AT, options: { backfillPeriod: 86_400_000 } },
      { task: DROP_OLD_NOTICES, match: SWEEP_AT, options: { backfillPeriod: 86_400_000 } },
      { task: SWEEP_PAYOUTS, match: SWEEP_AT, options: { backfillPeriod: 86_400_000 } },
      { task: DEVICE_LOOK, match: DEVICE_LOOK_AT },
      { task: RECONCILE, match: RECONCILE_AT, options: { maxAttempts: 1 } },
      { task: BOOKS_LOOK, match: BOOKS_LOOK_AT, options: { maxAttempts: 1 } },
      { task: BOOKS_VERIFY, match: BOOKS_VERIFY_AT, options: { maxAttempts: 1 } },
      { task: SEAL, match: SEAL_AT, options: { maxAttempts: 1 } },
    ]),
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, _message, meta) => {
      if (level === 'error') log(`A job failed: ${kindOf(meta)}`);
    }),
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

function kindOf(meta: unknown): string {
  const job = typeof meta === 'object' && meta !== null && 'job' in meta ? meta.job : null;
  return typeof job === 'object' && job !== null && 'task_identifier' in job ? String(job.task_identifier) : 'unknown';
}
