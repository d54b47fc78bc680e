import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import { BACKUP_COPY, BACKUP_COPY_AT, copyJobs } from './backups/copy-jobs.ts';
import { BACKUP, BACKUP_AT, BACKUP_CHECK, BACKUP_CHECK_AT, backupJobs } from './backups/jobs.ts';
import { watchBackups, watchLogArchive } from './backups/metrics.ts';
import { DISK_CHECK, DISK_CHECK_AT, diskJobs, watchRoom } from './disk-check.ts';
import { alarmJobs, withAlarm } from './features/alarms/jobs.ts';
import { ATTENDANCE_CHECK, ATTENDANCE_CHECK_AT, attendanceJobs } from './features/attendance/index.ts';
import {
  BOOKS_CHECK,
  BOOKS_CHECK_AT,
  BOOKS_VERIFY,
  BOOKS_VERIFY_AT,
  bookAnswers,
  bookJobs,
} from './features/books/jobs.ts';
import {
  ARRIVAL_CHECK,
  ARRIVAL_CHECK_AT,
  arrivalJobs,
  busJobs,
  PAPERS_CHECK,
  PAPERS_CHECK_AT,
  papersJobs,
  TRIP_CHECK,
  TRIP_CHECK_AT,
} from './features/bus/jobs.ts';
import { DEVICE_CHECK, DEVICE_CHECK_AT, deviceJobs } from './features/devices/jobs.ts';
import { diagnosisAnswers, diagnosisJobs } from './features/diagnosis/jobs.ts';
import { erasureJobs, RETENTION, RETENTION_AT } from './features/erasure/jobs.ts';
import { EXEAT_CHECK, EXEAT_CHECK_AT, exeatJobs, passageJobs } from './features/gate/index.ts';
import { countingGateway } from './features/messages/index.ts';
import { messageJobs, SEND_WAITING, SEND_WAITING_AT } from './features/messages/jobs.ts';
import { DROP_OLD_NOTICES, noticeJobs } from './features/notices/jobs.ts';
import { replyTo } from './features/payments/index.ts';
import { paymentJobs, RECONCILE, RECONCILE_AT } from './features/payments/jobs.ts';
import { refundResults } from './features/refunds/index.ts';
import { refundJobs, SWEEP_PAYOUTS } from './features/refunds/jobs.ts';
import { reportJobs, UNUSUAL_CHECK, UNUSUAL_CHECK_AT } from './features/reports/jobs.ts';
import { numberJobs } from './features/session/index.ts';
import { guardiansOf } from './features/students/index.ts';
import { returnResults } from './features/suspense/index.ts';
import { suspenseJobs } from './features/suspense/jobs.ts';
import { walletJobs } from './features/wallet/jobs.ts';
import type { MailGateway } from './gateways/mail/index.ts';
import type { PaymentsGateway } from './gateways/payments/index.ts';
import type { SmsGateway } from './gateways/sms/port.ts';
import { auditJobs, SEAL, SEAL_AT } from './platform/audit/seal.ts';
import { rewindQueue, waitingForClock } from './platform/jobs/clock-jobs.ts';
import { openHeartbeat, rescueStuckJobs } from './platform/jobs/heartbeat.ts';
import { countingJobs, watchQueue } from './platform/jobs/job-metrics.ts';
import { type JobRun, type Jobs, withFailureLog } from './platform/jobs/jobs.ts';
import { CATCH_UP, CATCH_UP_AT, catchingUp, type TimedWork } from './platform/jobs/overdue.ts';
import { openQueuePool } from './platform/jobs/queue-pool.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { faultLine } from './platform/process/fault.ts';
import { tracedJobs } from './platform/tracing/traced.ts';
import { waitingForOpening } from './school-move/closed-jobs.ts';
import { SWEEP, SWEEP_AT, sweepJobs } from './sweep.ts';

/** Scheduled work that is caught up on if the machine was off at its time. */
const TIMED: readonly TimedWork[] = [
  { task: SWEEP, at: SWEEP_AT },
  { task: DROP_OLD_NOTICES, at: SWEEP_AT },
  { task: RETENTION, at: RETENTION_AT },
  { task: SWEEP_PAYOUTS, at: SWEEP_AT },
  { task: BOOKS_VERIFY, at: BOOKS_VERIFY_AT },
  { task: BOOKS_CHECK, at: BOOKS_CHECK_AT },
  { task: PAPERS_CHECK, at: PAPERS_CHECK_AT },
  { task: DEVICE_CHECK, at: DEVICE_CHECK_AT },
  { task: UNUSUAL_CHECK, at: UNUSUAL_CHECK_AT },
  { task: DISK_CHECK, at: DISK_CHECK_AT },
  { task: BACKUP, at: BACKUP_AT },
  { task: BACKUP_COPY, at: BACKUP_COPY_AT },
  { task: BACKUP_CHECK, at: BACKUP_CHECK_AT },
];

/** Returns every kind of job of the server. */
export function jobsOf(
  context: AppContext,
  sms: SmsGateway,
  payments: PaymentsGateway,
  mail: MailGateway | null = null,
): Jobs {
  const jobs = waitingForClock(context.db, {
    ...messageJobs(context, countingGateway(context.metrics, sms), guardiansOf),
    ...walletJobs(context),
    ...passageJobs(context),
    ...exeatJobs(context),
    ...deviceJobs(context),
    ...noticeJobs(context),
    ...alarmJobs(context, mail),
    ...numberJobs(context),
    ...busJobs(context),
    ...arrivalJobs(context),
    ...papersJobs(context),
    ...attendanceJobs(context),
    ...erasureJobs(context),
    // Later responses of M-Pesa are dispatched to the feature that made the request.
    ...paymentJobs(context, payments, {
      ...returnResults,
      ...refundResults,
      ...bookAnswers,
      ...diagnosisAnswers(context),
    }),
    ...diagnosisJobs(context, payments),
    ...suspenseJobs(context, payments, replyTo),
    ...refundJobs(context, payments),
    ...bookJobs(context, payments),
    ...reportJobs(context),
    ...sweepJobs(context),
    ...auditJobs(context),
    ...diskJobs(context),
    ...backupJobs(context),
    ...copyJobs(context),
  });
  const ofOpenSchools = waitingForOpening(context.db, jobs);
  const timed = withAlarm(context.db, catchingUp(context, ofOpenSchools, TIMED));
  return tracedJobs(context.tracing, countingJobs(context.metrics, timed));
}

/** Exports metrics of the queue, the disks and the backups. Registered last, so that a disk that hangs delays no other reading. */
export function watchWork(context: AppContext): void {
  watchQueue(context.metrics, context.db);
  watchRoom(context);
  watchBackups(context);
  watchLogArchive(context);
}

/** Runs the job queue until stopped. If the queue gives up it is restarted; the server continues meanwhile. */
export async function startWorker(
  ownerUrl: string,
  jobs: Jobs,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const pool = openQueuePool(ownerUrl);
  const sign = await openHeartbeat(ownerUrl);
  const logged = withFailureLog(jobs, log);
  const taskList = Object.fromEntries(
    Object.entries(logged).map(([kind, job]) => [kind, (payload: unknown, run: JobRun) => job(payload, run)]),
  );
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => sign.showFor(workerPool.id));
  const begin = () =>
    run({
      pgPool: pool,
      events,
      // Called before each job is taken; throws while the heartbeat is missing.
      forbiddenFlags: () => sign.shown().then(() => null),
      taskList,
      parsedCronItems: parseCronItems([
        ...TIMED.map(({ task, at }) => ({ task, match: at, options: { maxAttempts: 1 } })),
        // Backfilled, so that a machine that was off catches up at once; this job also queues failed work again.
        { task: CATCH_UP, match: CATCH_UP_AT, options: { backfillPeriod: 600_000, maxAttempts: 1 } },
        { task: EXEAT_CHECK, match: EXEAT_CHECK_AT, options: { maxAttempts: 1 } },
        { task: ARRIVAL_CHECK, match: ARRIVAL_CHECK_AT, options: { maxAttempts: 1 } },
        // Serialized by queue name: two concurrent runs would do the same work twice, though nobody would be notified twice.
        {
          task: ATTENDANCE_CHECK,
          match: ATTENDANCE_CHECK_AT,
          options: { maxAttempts: 1, queueName: ATTENDANCE_CHECK },
        },
        { task: TRIP_CHECK, match: TRIP_CHECK_AT, options: { maxAttempts: 1 } },
        { task: RECONCILE, match: RECONCILE_AT, options: { maxAttempts: 1 } },
        { task: SEAL, match: SEAL_AT, options: { maxAttempts: 1 } },
        { task: SEND_WAITING, match: SEND_WAITING_AT, options: { maxAttempts: 1, queueName: SEND_WAITING } },
      ]),
      concurrency: 4,
      pollInterval: 2_000,
      noHandleSignals: true,
      // The queue's log lines contain error messages, which may quote input; the jobs log failures themselves.
      logger: new Logger(() => () => undefined),
    });
  await rewindQueue(pool);
  let stopping = false;
  let runner = await begin();
  const keepUp = async (): Promise<void> => {
    while (!stopping) {
      const fault = await runner.promise.then(() => null, faultLine);
      if (fault === null && stopping) return;
      log(`The job queue gave up${fault === null ? '' : ` (${fault})`}; starting it again.`);
      while (!stopping) {
        await sleep(AGAIN_AFTER_MS);
        // The failure was logged when the queue gave up; the next attempt follows soon.
        const begun = stopping ? null : await begin().catch(() => null);
        if (begun === null) continue;
        runner = begun;
        if (stopping) await runner.stop();
        break;
      }
    }
  };
  const leaving = new AbortController();
  let drift = Date.now() - performance.now();
  // Restarts the queue after the clock was set back: its scheduler sleeps until a time that would now come much later.
  const followClock = async (): Promise<void> => {
    const back = drift - (Date.now() - performance.now());
    drift -= back;
    if (back < SET_BACK_MS) return;
    await rewindQueue(pool);
    // The runner has ended by itself; it is restarted in either case.
    await runner.stop().catch(() => undefined);
  };
  const rescueJobs = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      const look = async () => {
        await sign.shown();
        await rescueStuckJobs(pool, leaving.signal);
        await followClock();
      };
      // The database was unavailable; the next iteration tries again.
      await look().catch(() => undefined);
      // The sleep ends early only when `leaving` is aborted, which the loop checks next.
      await sleep(POLL_MS, undefined, leaving).catch(() => undefined);
    }
  };
  const watch = Promise.all([keepUp(), rescueJobs()]);
  return {
    async stop() {
      stopping = true;
      leaving.abort();
      // A runner that has given up cannot be stopped.
      await runner.stop().catch(() => undefined);
      await watch;
      await sign.stop();
      await pool.end();
    },
  };
}

const AGAIN_AFTER_MS = 1_000;
/**
 * Interval between rescues: the maximum wait of a killed server's job, plus two seconds in which a live worker may renew its heartbeat.
 */
const POLL_MS = 5_000;
const SET_BACK_MS = 60_000;
