import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Db, openDatabase, PLATFORM_SCHOOL, sqlState } from '../src/platform/database/database.ts';
import { poolerUrlOf, refusePooler, requireSameDatabase } from '../src/platform/database/pooler.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { PGBOUNCER, type PgBouncer, startPgBouncer } from './pgbouncer.testkit.ts';

it("poolerUrlOf uses the application's credentials, and its database unless the URL names one", () => {
  const appUrl = 'postgresql://mfuko_app:pass%20word@db:5432/school';
  expect(poolerUrlOf(appUrl, 'postgresql://someone:else@pooler:6432?sslmode=require')).toBe(
    'postgresql://mfuko_app:pass%20word@pooler:6432/school?sslmode=require',
  );
  expect(poolerUrlOf(appUrl, 'postgresql://pooler:6432/other')).toMatch(/\/other$/);
});

describe.skipIf(PGBOUNCER === null)('through a PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  let db: Db;

  beforeAll(async () => {
    database = await makeTestDatabase();
    pooler = await startPgBouncer([database.appUrl, database.ownerUrl], 2);
    db = openDatabase(database.appUrl, 8, pooler.through(database.appUrl));
  });
  afterAll(async () => {
    await db?.close();
    await pooler?.stop();
    await database?.drop();
  });

  it('transactions in shared sessions see only their own school and settings', async () => {
    const schools = Array.from(
      { length: 40 },
      (_, place) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    );
    const seen = await Promise.all(
      schools.map((school) =>
        db.readSchool(school, async (tx) => {
          const [row] = await tx.prepared<Record<string, string>>(
            'what-it-sees',
            `SELECT current_setting('app.school_id') AS school, $1::text AS asked, current_setting('statement_timeout') AS statement,
                    current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle,
                    current_setting('timezone') AS zone, current_setting('app.scope', true) AS scope`,
            [school],
          );
          return row;
        }),
      ),
    );
    const limits = { statement: '5s', lock: '3s', idle: '10s', zone: 'UTC' };
    expect(seen).toEqual(
      schools.map((school) => ({ school, asked: school, ...limits, scope: expect.toBeOneOf(['', null]) })),
    );
  });

  it('a named prepared statement works in every pooled session', async () => {
    const asked = Array.from({ length: 30 }, (_, place) => place);
    const ask = (place: number) =>
      db.askPlatform<{ place: number }>({ name: 'asked-often', text: 'SELECT $1::int AS place' }, [place]);
    const answers = await Promise.all(asked.map(ask));
    expect(answers.flat().map(({ place }) => place)).toEqual(asked);
  });

  it('a failed statement leaves its pooled session usable', async () => {
    for (let time = 0; time < 5; time++) {
      const failed = await db.inPlatform((tx) => tx.row('SELECT 1 / 0')).catch(sqlState);
      expect(failed).toBe('22012');
      expect(await db.readPlatform((tx) => tx.row('SELECT 1 AS one'))).toEqual({ one: 1 });
    }
  });

  it('a notification reaches a listener', async () => {
    const heard: (string | null)[] = [];
    const ear = db.listen('rung', (payload) => void heard.push(payload));
    await vi.waitFor(() => expect(ear.hears).toBe(true), { timeout: 10_000, interval: 20 });
    await db.inPlatform((tx) => tx.row(`SELECT pg_notify('rung', 'twice')`));
    await vi.waitFor(() => expect(heard).toContain('twice'), { timeout: 10_000, interval: 20 });
    await ear.stop();
  });

  it('refusePooler rejects a DATABASE_URL that is a pooler', async () => {
    await expect(refusePooler(pooler.through(database.ownerUrl))).rejects.toThrow(/DATABASE_URL leads to a pooler/);
    await refusePooler(database.ownerUrl);
  });

  it('requireSameDatabase rejects a pooler of another database', async () => {
    await requireSameDatabase(database.ownerUrl, db);
    const other = await makeTestDatabase();
    try {
      await expect(requireSameDatabase(other.ownerUrl, db)).rejects.toThrow(/leads to another database/);
    } finally {
      await other.drop();
    }
  });

  it('requireSameDatabase names the remedy for an unreachable pooler or a wrong password', async () => {
    const away = new URL(database.appUrl);
    away.port = '1';
    const stranger = new URL(pooler.through(database.appUrl));
    stranger.password = 'of somebody else';
    for (const [url, code] of [
      [away.href, 'ECONNREFUSED'],
      [stranger.href, '08P01'],
    ] as const) {
      const shut = openDatabase(database.appUrl, 2, url);
      await expect(requireSameDatabase(database.ownerUrl, shut)).rejects.toThrow(
        `The pooler of DATABASE_POOLER_URL lets nobody in (${code}): it has to run, and to know mfuko_app with its password.`,
      );
      await shut.close();
    }
  });

  it('settings of the platform and of a school stay apart in pooled sessions', async () => {
    const scopes = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        place % 2 === 0
          ? db.readPlatform((tx) =>
              tx.row(`SELECT current_setting('app.scope') AS scope, current_setting('app.school_id') AS school`),
            )
          : db.readSchool('00000000-0000-7000-8000-000000000001', (tx) =>
              tx.row(`SELECT coalesce(current_setting('app.scope', true), '') AS scope`),
            ),
      ),
    );
    expect(scopes).toEqual(
      scopes.map((_, place) => (place % 2 === 0 ? { scope: 'platform', school: PLATFORM_SCHOOL } : { scope: '' })),
    );
  });
});
