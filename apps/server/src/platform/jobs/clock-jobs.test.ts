import { createStudent } from '@mfuko/contract/students';
import { deposit, getWallet } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { credit } from '../../features/ledger/index.ts';
import { newId } from '../records/id.ts';
import { rewindQueue, waitingForClock } from './clock-jobs.ts';

let server: TestServer;
let hand: ClockHand;
let owner: pg.Pool;
let bursar: Person;
let school: string;

beforeAll(async () => {
  server = await openTestServer();
  hand = await takeClock(server.ownerUrl);
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber: '7001', names: 'Amina Juma', classSYSID });
  expect((await bursar.ask(deposit, { admissionNumber: '7001', amount: 100 })).status).toBe(200);
});
afterAll(async () => {
  await owner.end();
  await hand.end();
  await server.close();
});

const balance = async () =>
  (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber: '7001' })).body.balance;
const waiting = async () =>
  (
    await owner.query<{ payload: { receipt: string }; attempts: number }>(
      `SELECT payload, attempts FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'collect' ORDER BY j.id`,
    )
  ).rows;

it('a payment job is put off with all its attempts while the clock is behind, and booked once it is set', async () => {
  const jobs = waitingForClock(server.context.db, {
    collect: () =>
      server.context.db.inSchool(school, async (tx) => {
        const student = await tx.row<{ id: string }>('SELECT id FROM students WHERE school_id = $1', [school]);
        const by = { actor: null, place: null, idempotencyKey: newId() };
        const paid = { studentId: student?.id ?? '', amount: 5_000n, method: null, reference: 'TST1' };
        await credit(tx, by, { kind: 'collection', counter: 'm-pesa', ...paid });
      }),
    broken: () => Promise.reject(new Error('another failure')),
  });
  await hand.set(-24);
  await jobs.collect?.({ receipt: 'TST1' }, { job: { attempts: 25, max_attempts: 25 } });
  expect(await balance()).toBe(100);
  expect(await waiting()).toEqual([{ payload: { receipt: 'TST1' }, attempts: 0 }]);
  await expect(jobs.broken?.({})).rejects.toThrow('another failure');
  await hand.set(0);
  await jobs.collect?.({ receipt: 'TST1' });
  expect(await balance()).toBe(150);
});

it('rewindQueue makes jobs and crontabs due again after a clock that was ahead', async () => {
  await owner.query(`
    DELETE FROM graphile_worker._private_jobs;
    INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      VALUES ('ahead', now(), now() + interval '1 day'), ('past', now(), now() - interval '1 hour');
    SELECT graphile_worker.add_job('put-off', run_at => now() + interval '10 hours');
    SELECT graphile_worker.add_job('ahead', run_at => now() + interval '2 days');
    SELECT graphile_worker.add_job('failed', run_at => now() + interval '10 hours');
    UPDATE graphile_worker._private_jobs j SET attempts = 3 FROM graphile_worker._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = 'failed'`);
  await rewindQueue(owner);
  const due = await owner.query(
    `SELECT t.identifier FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.run_at <= now() ORDER BY 1`,
  );
  expect(due.rows).toEqual([{ identifier: 'ahead' }, { identifier: 'failed' }]);
  const crontabs = await owner.query(
    `SELECT identifier, last_execution <= now() AS past, last_execution > now() - interval '30 minutes' AS fresh
     FROM graphile_worker._private_known_crontabs ORDER BY 1`,
  );
  expect(crontabs.rows).toEqual([
    { identifier: 'ahead', past: true, fresh: true },
    { identifier: 'past', past: true, fresh: false },
  ]);
});
