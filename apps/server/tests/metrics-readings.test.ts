import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueMessage } from '../src/features/messages/index.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import { SmsError } from '../src/gateways/sms/index.ts';
import { nameOf } from '../src/platform/backup/retention.ts';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/records/id.ts';
import { jobsOf } from '../src/worker.ts';
import { openTestServer, type TestServer } from './kit.ts';
import { figureOf } from './metrics.testkit.ts';

let server: TestServer;
const PHONE = '254798765432';
let backups: string;

beforeAll(async () => {
  backups = mkdtempSync(join(tmpdir(), 'mfuko-backups-'));
  server = await openTestServer({ BACKUP_TO: backups });
});
afterAll(() => server.close());

const readMetrics = async () => (await server.app.inject({ url: '/metrics' })).body;
const counted = async (name: string, labels: Record<string, string>) =>
  figureOf(await readMetrics(), name, labels) ?? 0;

describe('metric readings', () => {
  it('count the M-Pesa payments of the last day across schools', async () => {
    for (const school of [await server.aSchool(), await server.aSchool()]) {
      await server.context.db.inSchool(school, async (tx) => {
        for (const hours of [1, 30])
          await tx.row(
            `INSERT INTO payments (school_id, receipt, id, amount, paid_at, account, reported_by)
             VALUES ($1, $2, $3, 5000, clock_timestamp() - make_interval(hours => $4), '1234', 'confirmation')`,
            [school, newId().replace(/\W/g, '').slice(-10).toUpperCase(), newId(), hours],
          );
      });
    }
    expect(await counted('mfuko_mpesa_payments', { state: 'told' })).toBe(2);
  });

  it('count the schools whose books differ, by kind of difference', async () => {
    const text = await readMetrics();
    for (const what of ['rows', 'owed-and-held', 'm-pesa'])
      expect(figureOf(text, 'mfuko_books_differing_schools', { what })).toBe(0);
    const school = await server.aSchool();
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        'INSERT INTO book_states (school_id, checked_at, difference, findings) VALUES ($1, clock_timestamp(), 0, 3)',
        [school],
      ),
    );
    expect(await counted('mfuko_books_differing_schools', { what: 'rows' })).toBe(1);
  });

  it('report the clock offset, and omit one that is two hours old', async () => {
    expect(figureOf(await readMetrics(), 'mfuko_clock_offset_seconds')).toBeUndefined();
    const hold = (away: string) =>
      server.context.db.inPlatform((tx) =>
        tx.row(
          `UPDATE clock_checks SET checked_at = clock_timestamp() - $1::interval, offset_ms = -1500, source = 'net'`,
          [away],
        ),
      );
    await hold('0');
    const text = await readMetrics();
    expect(figureOf(text, 'mfuko_clock_offset_seconds')).toBe(-1.5);
    expect(figureOf(text, 'mfuko_clock_fault')).toBe(0);
    await hold('2 hours');
    expect(figureOf(await readMetrics(), 'mfuko_clock_offset_seconds')).toBeUndefined();
  });

  it('report the age of the newest backup, and omit it when there is none', async () => {
    const none = await readMetrics();
    expect(figureOf(none, 'mfuko_backup_expected')).toBe(1);
    expect(figureOf(none, 'mfuko_backup_age_seconds')).toBeUndefined();
    const made = Math.floor(Date.now() / 1_000) * 1_000 - 7_200_000;
    for (const time of [made - 86_400_000, made]) writeFileSync(join(backups, nameOf(new Date(time))), '');
    const age = figureOf(await readMetrics(), 'mfuko_backup_age_seconds');
    expect(age).toBeGreaterThanOrEqual(7_200);
    expect(age).toBeLessThan(86_400);
  });

  it('report the disk, the connection pool, the event loop and process memory', async () => {
    const text = await readMetrics();
    for (const folder of ['data', 'backups']) {
      const size = figureOf(text, 'mfuko_disk_size_bytes', { folder }) ?? 0;
      expect(size).toBeGreaterThan(0);
      expect(figureOf(text, 'mfuko_disk_free_bytes', { folder })).toBeLessThanOrEqual(size);
    }
    expect(figureOf(text, 'mfuko_database_connections_max')).toBe(10);
    expect(figureOf(text, 'mfuko_database_waiting')).toBe(0);
    expect(figureOf(text, 'mfuko_event_loop_delay_seconds', { quantile: '0.99' })).toBeGreaterThanOrEqual(0);
    expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  it('report no failed reading', async () => {
    const failed = [...(await readMetrics()).matchAll(/^mfuko_reading_failed\{reading="(.+)"\} (\d)$/gm)];
    expect(failed.map(([, name, value]) => [name, value]).filter(([, value]) => value !== '0')).toEqual([]);
    expect(failed.length).toBeGreaterThanOrEqual(9);
  });
});

describe('SMS metrics', () => {
  it("count messages by the provider's answer and by their state", async () => {
    const write = () =>
      server.context.db.inPlatform((tx) =>
        enqueueMessage(tx, server.context, { to: PHONE, text: 'The code is 908172', kind: 'sign-in-code' }, 300),
      );
    const before = await counted('mfuko_sms_messages', { state: 'sent' });
    await write();
    await server.runJobs();
    let text = await readMetrics();
    expect(figureOf(text, 'mfuko_sms_sends_total', { outcome: 'taken' })).toBe(1);
    expect(figureOf(text, 'mfuko_sms_messages', { state: 'sent' })).toBe(before + 1);
    expect(figureOf(text, 'mfuko_sms_gateway_away_seconds')).toBe(0);

    await write();
    const waiting = await server.context.db.readPlatform((tx) =>
      tx.row<{ id: string }>(`SELECT id FROM sms_messages WHERE school_id = $1 AND state = 'waiting'`, [
        PLATFORM_SCHOOL,
      ]),
    );
    const away = { send: () => Promise.reject(new SmsError(`No way to ${PHONE}`, 'away')) };
    await jobsOf(server.context, away, noPayments)['send-sms']?.({ id: waiting?.id });
    text = await readMetrics();
    expect(figureOf(text, 'mfuko_sms_sends_total', { outcome: 'away' })).toBe(1);
    expect(figureOf(text, 'mfuko_sms_messages', { state: 'waiting' })).toBe(1);
    expect(figureOf(text, 'mfuko_sms_gateway_away_seconds')).toBeGreaterThan(0);
  });
});
