import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, auditAll } from '../src/platform/audit/audit.ts';
import { checkTrail } from '../src/platform/audit/check.ts';
import { reportTrails } from '../src/platform/audit/report.ts';
import { type Checkpoint, checkpointFile, readCheckpoints, sealTrail } from '../src/platform/audit/seal.ts';
import { PLATFORM_SCHOOL, type Tx } from '../src/platform/database/database.ts';
import { disableRowSecurity } from './hostile.testkit.ts';
import { aNumber, openTestServer, type TestServer } from './kit.ts';

const ROWS = 12;
const COLUMNS = ['id', 'at', 'actor_id', 'action', 'subject_kind', 'subject_id', 'detail', 'request_id'] as const;

let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Works as the owner with the guards of both tables put out of the way. */
async function behindTheGuards<T>(work: () => Promise<T>): Promise<T> {
  for (const table of ['audit_events', 'audit_chain']) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  try {
    return await work();
  } finally {
    for (const table of ['audit_events', 'audit_chain']) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}

function tell(tx: Tx, detail: object = {}): Promise<void> {
  const subjectId = crypto.randomUUID();
  const actor = { userId: crypto.randomUUID() };
  const event = { action: 'thing.update', subjectKind: 'thing', subjectId, detail: { n: aNumber(), ...detail } };
  return audit(tx, { actor, requestId: 'test' }, event);
}

const seal = () => sealTrail(server.context, new Map());

function checkpoints(schoolId: string): Checkpoint[] {
  const all = readCheckpoints(checkpointFile(server.context.config.dataDir));
  return all.filter((mark) => mark.schoolSYSID === schoolId);
}

async function addMany(school: string, rows: number): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    auditAll(
      tx,
      { actor: null, requestId: 'test' },
      Array.from({ length: rows }, () => ({ action: 'thing.create', subjectKind: 'thing' })),
    ),
  );
}

/** A school with a sealed trail of so many rows; its id and the ids of the rows in the order of the chain. */
async function aTrail(rows = ROWS): Promise<{ school: string; ids: string[] }> {
  const school = crypto.randomUUID();
  for (let i = 0; i < rows; i += 1) await server.context.db.inSchool(school, (tx) => tell(tx));
  await seal();
  const chain = await owner.query<{ event_id: string }>(
    'SELECT event_id FROM audit_chain WHERE school_id = $1 ORDER BY position',
    [school],
  );
  expect(chain.rows).toHaveLength(rows);
  return { school, ids: chain.rows.map((row) => row.event_id) };
}

async function findings(school: string, marks = checkpoints(school)) {
  const { findings: found } = await checkTrail(server.context, school, marks);
  return found.map(({ kind, position, eventId }) => ({
    kind,
    position: position === null ? null : Number(position),
    eventId,
  }));
}

describe('sealTrail', () => {
  it('seals every row once in one chain per school with four concurrent sealers', async () => {
    const { school } = await aTrail();
    const other = await aTrail(3);
    await server.context.db.inSchool(school, (tx) => tell(tx));
    expect(await checkTrail(server.context, school, [])).toMatchObject({ sealed: 12n, waiting: 1, findings: [] });
    await addMany(school, 800);
    await Promise.all([seal(), seal(), seal(), seal()]);
    await seal();
    expect(await checkTrail(server.context, school, [])).toMatchObject({ sealed: 813n, waiting: 0, findings: [] });
    expect(await findings(other.school)).toEqual([]);
    expect((await checkTrail(server.context, PLATFORM_SCHOOL, [])).findings).toEqual([]);
  });

  it('seals the row of a transaction that commits after younger rows were sealed', async () => {
    const { school } = await aTrail(1);
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let begun = () => {};
    const started = new Promise<void>((resolve) => (begun = resolve));
    const slow = server.context.db.inSchool(school, async (tx) => {
      await tell(tx);
      begun();
      await held;
    });
    await started;
    await server.context.db.inSchool(school, (tx) => tell(tx));
    await seal();
    expect(await checkTrail(server.context, school, [])).toMatchObject({ sealed: 2n, waiting: 0, findings: [] });
    finish();
    await slow;
    expect(await checkTrail(server.context, school, [])).toMatchObject({ sealed: 2n, waiting: 1, findings: [] });
    await seal();
    expect(await checkTrail(server.context, school, [])).toMatchObject({ sealed: 3n, waiting: 0, findings: [] });
  });

  it('seals and verifies more rows than fit into one batch', async () => {
    const { school } = await aTrail(1);
    await addMany(school, 4200);
    await seal();
    expect(await checkTrail(server.context, school, checkpoints(school))).toMatchObject({
      sealed: 4201n,
      findings: [],
    });
  });

  it('writes one checkpoint per school and hour', async () => {
    const { school } = await aTrail();
    const written = new Map([[school, server.context.clock.now()]]);
    expect(checkpoints(school)).toMatchObject([{ position: '12' }]);
    await server.context.db.inSchool(school, (tx) => tell(tx));
    await sealTrail(server.context, written);
    expect(checkpoints(school)).toHaveLength(1);
    const later = { ...server.context, clock: { now: () => Date.now() + 3_600_000 } };
    await server.context.db.inSchool(school, (tx) => tell(tx));
    await sealTrail(later, written);
    expect(checkpoints(school).map((mark) => mark.position)).toEqual(['12', '14']);
    expect(await findings(school)).toEqual([]);
  });
});

describe('reportTrails', () => {
  it('counts intact trails, and names the school and row of a finding', async () => {
    const fresh = await openTestServer();
    const school = await fresh.aSchool('Nyota');
    await sealTrail(fresh.context, new Map());
    await fresh.context.db.inSchool(school, (tx) => tell(tx));
    const lines: string[] = [];
    const marks = readCheckpoints(checkpointFile(fresh.context.config.dataDir));
    const print = (line: string) => void lines.push(line);
    expect(await reportTrails(fresh.context, marks, print)).toBe(true);
    expect(lines.splice(0)).toMatchObject([
      expect.stringMatching(
        /^2 trails, 1 rows sealed, 1 waiting \(the oldest since .*\), 1 checkpoints: nothing was touched\.$/,
      ),
    ]);
    const lost = { ...(marks[0] as Checkpoint), schoolSYSID: crypto.randomUUID() };
    await fresh.context.db.inSchool(school, (tx) => tx.row('DELETE FROM audit_waiting WHERE school_id = $1', [school]));
    expect(await reportTrails(fresh.context, [...marks, lost], print)).toBe(false);
    expect(lines[0]).toMatch(/^Nyota \(.*\): a row without a place \(.*\) came in past the sealer$/);
    expect(lines[1]).toMatch(/^a school that is not there \(.*\): row 1 and whatever followed was cut off/);
    await fresh.close();
  });
});

describe("the application's role", () => {
  it('can neither change the chain nor choose the time of an audit row', async () => {
    const { school } = await aTrail(2);
    for (const statement of [
      'UPDATE audit_chain SET hash = hash',
      'DELETE FROM audit_chain',
      'TRUNCATE audit_chain',
      `INSERT INTO audit_events (school_id, id, at, action, subject_kind) VALUES ('${school}', gen_random_uuid(), now(), 'a', 'b')`,
    ]) {
      await expect(server.context.db.inSchool(school, (tx) => tx.row(statement))).rejects.toThrow(/permission denied/);
    }
  });

  it('is detected when it deletes a row from the waiting list', async () => {
    const { school } = await aTrail(2);
    await server.context.db.inSchool(school, async (tx) => {
      await tell(tx);
      await tx.row('DELETE FROM audit_waiting WHERE school_id = $1', [school]);
    });
    await seal();
    expect(await findings(school)).toMatchObject([{ kind: 'inserted' }]);
  });
});

describe('tampering by the database owner', () => {
  it('is detected for every changed column of an audit row', async () => {
    const { school, ids } = await aTrail();
    const another: Record<(typeof COLUMNS)[number], string> = {
      id: 'gen_random_uuid()',
      at: `at + interval '1 microsecond'`,
      actor_id: 'NULL',
      action: `action || ' '`,
      subject_kind: `'student'`,
      subject_id: 'gen_random_uuid()',
      detail: `detail || '{"m": 1}'`,
      request_id: `'another'`,
    };
    for (const [index, id] of ids.entries()) {
      const column = COLUMNS[index % COLUMNS.length] ?? 'at';
      await behindTheGuards(async () => {
        await owner.query(
          'CREATE TEMP TABLE kept AS SELECT * FROM audit_events WHERE id = $1'.replace('$1', `'${id}'`),
        );
        await owner.query(`UPDATE audit_events SET ${column} = ${another[column]} WHERE id = $1`, [id]);
        const kind = column === 'id' ? 'removed' : 'changed';
        expect([column, ...(await findings(school))]).toEqual([column, { kind, position: index + 1, eventId: id }]);
        await owner.query(
          `DELETE FROM audit_events WHERE school_id = $1 AND subject_id IS NOT NULL
                           AND id NOT IN (SELECT event_id FROM audit_chain)`,
          [school],
        );
        await owner.query('DELETE FROM audit_events WHERE id = $1', [id]);
        await owner.query('INSERT INTO audit_events SELECT * FROM kept; DROP TABLE kept');
      });
      expect(await findings(school)).toEqual([]);
    }
  });

  it('is detected for every changed column of a chain link', async () => {
    for (const set of [
      `hash = sha256('x')`,
      `sealed_at = sealed_at + interval '1 microsecond'`,
      'event_id = gen_random_uuid()',
    ]) {
      const { school, ids } = await aTrail();
      await behindTheGuards(() =>
        owner.query(`UPDATE audit_chain SET ${set} WHERE school_id = $1 AND position = 5`, [school]),
      );
      const [first] = await findings(school);
      expect([set, first?.position]).toEqual([set, 5]);
      expect(ids).toHaveLength(ROWS);
    }
  });

  it('is detected for removed, swapped and cut-off rows', async () => {
    const removed = await aTrail();
    await behindTheGuards(() => owner.query('DELETE FROM audit_events WHERE id = $1', [removed.ids[6]]));
    expect(await findings(removed.school)).toEqual([{ kind: 'removed', position: 7, eventId: removed.ids[6] }]);

    const both = await aTrail();
    await behindTheGuards(() => remove(both.school, both.ids, 7, 7));
    expect(await findings(both.school)).toEqual([{ kind: 'unlinked', position: 7, eventId: null }]);

    const closed = await aTrail();
    await behindTheGuards(async () => {
      await remove(closed.school, closed.ids, 7, 7);
      for (let position = 8; position <= ROWS; position += 1) {
        await owner.query('UPDATE audit_chain SET position = position - 1 WHERE school_id = $1 AND position = $2', [
          closed.school,
          position,
        ]);
      }
    });
    expect(await findings(closed.school)).toEqual([{ kind: 'changed', position: 7, eventId: closed.ids[7] }]);

    const swapped = await aTrail();
    await behindTheGuards(async () => {
      const [a, b] = [swapped.ids[2], swapped.ids[9]];
      await owner.query('UPDATE audit_chain SET event_id = gen_random_uuid() WHERE event_id = $1', [a]);
      await owner.query('UPDATE audit_chain SET event_id = $1 WHERE event_id = $2', [a, b]);
      await owner.query('UPDATE audit_chain SET event_id = $1 WHERE school_id = $2 AND position = 3', [
        b,
        swapped.school,
      ]);
    });
    expect(await findings(swapped.school)).toEqual([{ kind: 'changed', position: 3, eventId: swapped.ids[9] }]);

    const cut = await aTrail();
    await behindTheGuards(() => remove(cut.school, cut.ids, 10, 12));
    expect(await findings(cut.school, [])).toEqual([]);
    expect(await findings(cut.school)).toEqual([{ kind: 'cut', position: 10, eventId: null }]);
    await server.context.db.inSchool(cut.school, (tx) => tell(tx));
    for (let i = 0; i < 5; i += 1) await server.context.db.inSchool(cut.school, (tx) => tell(tx));
    await seal();
    expect(await findings(cut.school)).toMatchObject([{ kind: 'replaced', position: 12 }]);
  });

  it('is detected for rows inserted past the sealer or backdated', async () => {
    const past = await aTrail();
    const add = (school: string, at: string) =>
      owner.query<{ id: string }>(
        `INSERT INTO audit_events (school_id, id, at, action, subject_kind, request_id)
         VALUES ($1, gen_random_uuid(), ${at}, 'thing.create', 'thing', 'test') RETURNING id`,
        [school],
      );
    const slipped = await behindTheGuards(() => add(past.school, `now() - interval '1 day'`));
    expect(await findings(past.school)).toEqual([{ kind: 'inserted', position: null, eventId: slipped.rows[0]?.id }]);
    await seal();
    expect(await findings(past.school)).toMatchObject([{ kind: 'inserted' }]);

    for (const at of [`now() - interval '1 day'`, `now() + interval '1 day'`]) {
      const sealed = await aTrail();
      const older = await add(sealed.school, at);
      await seal();
      expect(await findings(sealed.school)).toEqual([
        { kind: 'backdated', position: ROWS + 1, eventId: older.rows[0]?.id },
      ]);
    }
    const gone = await aTrail();
    await server.context.db.inSchool(gone.school, (tx) => tell(tx));
    await behindTheGuards(() =>
      owner.query('DELETE FROM audit_events WHERE id IN (SELECT event_id FROM audit_waiting WHERE school_id = $1)', [
        gone.school,
      ]),
    );
    expect(await findings(gone.school)).toMatchObject([{ kind: 'removed', position: null }]);
  });

  it('is detected at the first of up to three random changes', { timeout: 60_000 }, async () => {
    const place = fc.integer({ min: 1, max: ROWS });
    const deed = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), at: place, column: fc.constantFrom('action', 'detail', 'at') }),
      fc.record({ kind: fc.constant('remove' as const), at: place }),
      fc.record({ kind: fc.constant('unlink' as const), at: place }),
      fc.record({ kind: fc.constant('cut' as const), at: place }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(deed, { minLength: 1, maxLength: 3, selector: ({ at }) => at }),
        async (deeds) => {
          const { school, ids } = await aTrail();
          await behindTheGuards(async () => {
            for (const { kind, at, ...rest } of deeds) {
              const id = ids[at - 1];
              if (kind === 'cut') await remove(school, ids, at, ROWS);
              else if (kind === 'unlink')
                await owner.query('DELETE FROM audit_chain WHERE school_id = $1 AND position = $2', [school, at]);
              else if (kind === 'remove') await owner.query('DELETE FROM audit_events WHERE id = $1', [id]);
              else
                await owner.query(
                  `UPDATE audit_events SET ${changed('column' in rest ? rest.column : 'at')} WHERE id = $1`,
                  [id],
                );
            }
          });
          const found = await findings(school);
          const first = Math.min(...deeds.map(({ at }) => at));
          expect(Math.min(...found.flatMap(({ position }) => position ?? []))).toBe(first);
        },
      ),
      { numRuns: 40 },
    );
  });
});

function changed(column: string): string {
  if (column === 'at') return `at = at - interval '1 microsecond'`;
  return column === 'action' ? `action = 'x' || action` : `detail = detail || '{"x": 1}'`;
}

/** Rows and their links, from one place of the chain to another. */
async function remove(school: string, ids: readonly string[], from: number, to: number): Promise<void> {
  await owner.query('DELETE FROM audit_events WHERE id = ANY($1::uuid[])', [ids.slice(from - 1, to)]);
  await owner.query('DELETE FROM audit_chain WHERE school_id = $1 AND position BETWEEN $2 AND $3', [school, from, to]);
}

describe('an incomplete checkpoint line', () => {
  const mark = {
    at: '2026-01-05T08:00:00.000000Z',
    schoolSYSID: crypto.randomUUID(),
    position: '7',
    hash: 'ab'.repeat(32),
  };

  it.each([10, 60, 150])('cut after %i characters is skipped and reported, and the other lines are read', (length) => {
    const file = join(mkdtempSync(join(tmpdir(), 'mfuko-marks-')), 'marks.ndjson');
    const torn = JSON.stringify(mark).slice(0, length);
    writeFileSync(file, `${JSON.stringify(mark)}\n${torn}\n${JSON.stringify(mark)}\n${torn}`);
    const lines: number[] = [];
    expect(readCheckpoints(file, (line) => lines.push(line))).toEqual([mark, mark]);
    expect(lines).toEqual([2, 4]);
  });

  it('does not invalidate later ones', async () => {
    const file = checkpointFile(server.context.config.dataDir);
    appendFileSync(file, JSON.stringify(mark).slice(0, 50));
    const { school } = await aTrail();
    expect(checkpoints(school)).toHaveLength(1);
  });
});
