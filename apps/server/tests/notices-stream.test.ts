import { randomBytes } from 'node:crypto';
import { uuidv7 } from '@mfuko/contract/ids';
import * as contract from '@mfuko/contract/notices';
import { logout } from '@mfuko/contract/session';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyStaff, settleNotice } from '../src/features/notices/index.ts';
import { endSessionsOf } from '../src/features/session/index.ts';
import { newId } from '../src/platform/records/id.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { listenOn, listenToStream, type StreamListener } from './listeners.testkit.ts';

const patience = { heartbeat: 150, sessions: 100, slow: 800, longest: 60_000 };

let server: TestServer;
let port: number;
let school: string;
let bursar: Person;
let ears: StreamListener[];

beforeAll(async () => {
  server = await openTestServer({}, { streamPatience: patience });
  port = await listenOn(server);
  school = await server.aSchool();
});
afterAll(() => server.close());
beforeEach(async () => {
  ears = [];
  bursar = await server.aPerson('SchoolAdmin', school);
});
afterEach(() => {
  for (const ear of ears) ear.leave();
});

async function listen(person = bursar, headers: Record<string, string> = {}): Promise<StreamListener> {
  const ear = await listenToStream(server, port, person, headers);
  ears.push(ear);
  return ear;
}

/** Tells the staff, and answers the notice's id. */
async function tell(at = school, file = 'students.xlsx'): Promise<string> {
  const key = newId();
  return server.context.db.inSchool(at, async (tx) => {
    await notifyStaff(tx, { kind: 'import.failed', subject: { kind: 'import', id: key }, params: { file } }, key);
    const told = await tx.row<{ id: string }>('SELECT id FROM notices WHERE school_id = $1 AND key = $2', [at, key]);
    return told?.id ?? '';
  });
}

const isNotice = (id: string) => (heard: { event: string; id: string | undefined }) =>
  heard.event === 'notice' && heard.id === id;

describe('the notification stream', () => {
  it('sends each notice within 15 seconds and only to its own school', async () => {
    const ear = await listen();
    await ear.hears(({ event }) => event === 'open');
    const other = await server.aSchool();
    const stranger = await listen(await server.aPerson('SchoolAdmin', other));
    await stranger.hears(({ event }) => event === 'open');
    const since = performance.now();
    const id = await tell();
    const heard = await ear.hears(isNotice(id));
    expect(performance.now() - since).toBeLessThan(15_000);
    expect(contract.streamNotices.output.safeParse(heard.data).success).toBe(true);
    const theirs = await tell(other);
    await stranger.hears(isNotice(theirs));
    expect(stranger.heard.some(isNotice(id))).toBe(false);
    expect(ear.heard.some(isNotice(theirs))).toBe(false);
  });

  it('resumes after the last event id and skips notices read meanwhile', async () => {
    const ear = await listen();
    const first = await tell();
    await ear.hears(isNotice(first));
    ear.leave();
    const [missed, read] = [await tell(), await tell()];
    await bursar.ask(contract.readNotice, { sysid: read });
    const again = await listen(bursar, { 'last-event-id': first });
    await again.hears(isNotice(missed));
    const last = await tell();
    await again.hears(isNotice(last));
    expect(again.heard.some(isNotice(read))).toBe(false);
    const ids = again.heard.filter(({ event }) => event === 'notice').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sends a notice that commits after one with a higher id', async () => {
    const ear = await listen();
    await ear.hears(({ event }) => event === 'open');
    const early = uuidv7(Date.now() - 20, randomBytes);
    await ear.hears(isNotice(await tell()));
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row(
        `INSERT INTO notices (school_id, id, key, kind, severity, params) VALUES ($1, $2, $2::uuid::text, 'import.undone', 'info', '{}')`,
        [school, early],
      );
      await tx.row('SELECT pg_notify($1, $2)', ['mfuko_notices', school]);
    });
    await ear.hears(isNotice(early));
  });

  it('sends read notices to every stream of the same person, not to other people', async () => {
    const other = await listen(await server.aPerson('SchoolAdmin', school));
    const [one, two] = [await listen(), await listen()];
    const id = await tell();
    for (const ear of [one, two, other]) await ear.hears(isNotice(id));
    await bursar.ask(contract.clearAll);
    const isRead = ({ event, data }: StreamListener['heard'][number]) =>
      event === 'read' && (data.sysids as string[]).includes(id);
    await one.hears(isRead);
    await two.hears(isRead);
    expect(other.heard.some(isRead)).toBe(false);
  });

  it('tells every open stream that a notice was settled, and does not send it again', async () => {
    const ears = [await listen(), await listen(await server.aPerson('SchoolAdmin', school))];
    const id = await tell();
    for (const ear of ears) await ear.hears(isNotice(id));
    await server.context.db.inSchool(school, async (tx) => {
      const told = await tx.row<{ key: string }>('SELECT key FROM notices WHERE school_id = $1 AND id = $2', [
        school,
        id,
      ]);
      await settleNotice(tx, told?.key ?? '');
    });
    for (const ear of ears)
      await ear.hears(({ event, data }) => event === 'read' && (data.sysids as string[]).includes(id));
    const late = await listen(await server.aPerson('SchoolAdmin', school));
    const next = await tell();
    await late.hears(isNotice(next));
    expect(late.heard.some(isNotice(id))).toBe(false);
  });

  it('sends a refresh event instead of more than 100 notices', async () => {
    const ear = await listen();
    await ear.hears(({ event }) => event === 'open');
    await server.context.db.inSchool(school, async (tx) => {
      for (let i = 0; i < 120; i++)
        await notifyStaff(tx, { kind: 'import.undone', subject: null, params: { count: i } });
    });
    await ear.hears(({ event }) => event === 'refresh');
    expect(ear.heard.filter(({ event }) => event === 'notice').length).toBeLessThan(100);
    await bursar.ask(contract.clearAll);
  });

  it.each(['', 'application/json', '*/*', 'application/json, text/plain, */*', 'text/*'])(
    'opens for a client that sends the Accept header "%s"',
    async (accept) => {
      const ear = await listen(bursar, { accept });
      expect(ear.status).toBe(200);
      await ear.hears(({ event }) => event === 'open');
    },
  );

  it('rejects plain requests, missing rights, foreign schools and suspended schools', async () => {
    expect((await bursar.ask(contract.streamNotices)).body).toMatchObject({
      detail: { fields: { Accept: expect.anything() } },
    });
    const agent = await server.aPerson('CheckAgent', school);
    expect((await listen(agent)).status).toBe(403);
    expect((await listen(server.nobody())).status).toBe(401);
    expect((await listen(bursar, { 'special-key': 'none' })).status).toBe(403);
    expect((await listen(bursar, { school: await server.aSchool() })).status).toBe(403);
    expect((await listen(bursar, { school: 'x' })).status).toBe(403);
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE schools SET status = 'suspended' WHERE id = $1`, [school]),
    );
    expect((await listen()).status).toBe(403);
    await server.context.db.inPlatform((tx) => tx.row(`UPDATE schools SET status = 'active' WHERE id = $1`, [school]));
    const whole = await listen(bursar, { 'last-event-id': "'; DROP TABLE notices; --" });
    expect(whole.status).toBe(200);
    await whole.hears(({ event }) => event === 'open');
  });

  it('sends comments on an idle connection', async () => {
    const ear = await listen();
    await expect.poll(() => ear.text().match(/^: $/gm)?.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  });

  it('sends its content type, no-store and nosniff', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/notifications/stream`, {
      headers: { accept: 'text/event-stream', ...(await headersOf(bursar)) },
    });
    await answer.body?.cancel();
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the end of a notification stream', () => {
  it.each([
    ['logging out', async () => void (await bursar.ask(logout))],
    [
      'being disabled',
      () =>
        server.context.db.inSchool(school, (tx) =>
          tx.row(`UPDATE users SET status = 'disabled' WHERE id = $1`, [bursar.userId]),
        ),
    ],
    ['a change of role', () => platform((tx) => endSessionsOf(tx, bursar.userId, 'account'))],
    [
      'growing idle',
      () =>
        platform((tx) =>
          tx.row(`UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE user_id = $1`, [
            bursar.userId,
          ]),
        ),
    ],
  ])('comes with the end of its session: %s', async (_how, end) => {
    const ear = await listen();
    await ear.hears(({ event }) => event === 'open');
    await end();
    expect(await ear.ends()).toBeLessThan(15_000);
    expect((await listen()).status).toBe(401);
  });

  it('comes when its school is suspended', async () => {
    const closing = await server.aSchool();
    const ear = await listen(await server.aPerson('SchoolAdmin', closing));
    await ear.hears(({ event }) => event === 'open');
    await platform((tx) => tx.row(`UPDATE schools SET status = 'suspended' WHERE id = $1`, [closing]));
    expect(await ear.ends()).toBeLessThan(15_000);
  });

  it('is not delayed by listening, which does not renew the session', async () => {
    await platform((tx) =>
      tx.row(`UPDATE sessions SET last_seen_at = now() - interval '29 minutes' WHERE user_id = $1`, [bursar.userId]),
    );
    const ear = await listen();
    await ear.hears(({ event }) => event === 'open');
    const seen = await platform((tx) =>
      tx.row<{ age: number }>(
        `SELECT extract(epoch FROM now() - last_seen_at)::float8 AS age FROM sessions WHERE user_id = $1`,
        [bursar.userId],
      ),
    );
    expect(seen?.age).toBeGreaterThan(28 * 60);
  });

  it('frees a place: a ninth stream of one person is answered 429 until one ends', async () => {
    for (let i = 0; i < 8; i++) expect((await listen()).status).toBe(200);
    expect((await listen()).status).toBe(429);
    expect((await listen(await server.aPerson('SchoolAdmin', school))).status).toBe(200);
    ears[0]?.leave();
    await expect.poll(async () => (await listen()).status, { timeout: 15_000 }).toBe(200);
  });
});

describe("the stream's database listener", () => {
  it('uses one connection for several streams', async () => {
    for (let i = 0; i < 5; i++) await listen();
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'mfuko listens' AND datname = current_database()`,
    );
    expect(rows[0]?.count).toBe(1);
    await owner.end();
  });

  it('reconnects after its connection was terminated', { timeout: 30_000 }, async () => {
    const ear = await listen();
    await ear.hears(({ event }) => event === 'open');
    const same = new pg.Client({ connectionString: server.appUrl });
    await same.connect();
    const { rowCount } = await same.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mfuko listens' AND datname = current_database()`,
    );
    await same.end();
    expect(rowCount).toBe(1);
    const id = await tell();
    await ear.hears(isNotice(id));
  });

  it('does not delay the stop of the server', async () => {
    const stopping = await openTestServer({}, { streamPatience: patience });
    const there = await listenOn(stopping);
    const at = await stopping.aSchool();
    const ear = await listenToStream(stopping, there, await stopping.aPerson('SchoolAdmin', at));
    await ear.hears(({ event }) => event === 'open');
    const since = performance.now();
    await stopping.close();
    expect(performance.now() - since).toBeLessThan(20_000);
    await ear.ends();
  });
});

function platform<T>(work: Parameters<typeof server.context.db.inPlatform<T>>[0]): Promise<T> {
  return server.context.db.inPlatform(work);
}

async function headersOf(person: Person): Promise<Record<string, string>> {
  const { clientHeaders } = await import('./kit.ts');
  return clientHeaders(server.context, person.token);
}
