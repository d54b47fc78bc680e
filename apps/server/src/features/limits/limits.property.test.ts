import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { charge, credit, type JournalEntry, type Made } from '../ledger/index.ts';
import { addStudent } from '../students/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Offset of Nairobi, which has no daylight saving time. */
const ZONE = 3 * HOUR;

let server: TestServer;
let school: string;
let classId: string;
let owner: pg.Client;
let other: Db;

beforeAll(async () => {
  server = await openTestServer();
  other = openDatabase(server.appUrl, 10);
  school = await server.aSchool();
  classId = await server.aClass(school);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  // Allow updates of the append-only table, so that the test can shift entries in time.
  await owner.query('ALTER TABLE journal_entries DISABLE TRIGGER append_only');
});
afterAll(async () => {
  await owner.end();
  await other.close();
  await server.close();
});

async function aStudent(cents = 100_000_000n): Promise<string> {
  const id = newId();
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber: String(aNumber()), names: 'Imani Were', classId, pinHash: null }),
  );
  // A collection, since only collections have no limit.
  await move(id, { kind: 'collection', counter: 'm-pesa', amount: cents });
  return id;
}

function move(
  studentId: string,
  asked: Partial<JournalEntry>,
  db = server.context.db,
  userId = newId(),
): Promise<Made> {
  const entry: JournalEntry = {
    kind: 'cash-out',
    studentId,
    amount: 100n,
    counter: 'cash-desk',
    method: null,
    reference: null,
    ...asked,
  };
  const way = entry.kind === 'collection' || entry.kind === 'item-return' ? credit : charge;
  const by = { actor: { userId }, place: null, idempotencyKey: 'a key' };
  return db.inSchool(school, (tx) => way(tx, by, entry));
}

async function problemOf(work: Promise<unknown>): Promise<{ problem: string; left: unknown; setBy: unknown } | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.problem, left: error.detail?.left, setBy: error.detail?.setBy };
  }
}

const SCOPES = ['school', 'class', 'student', 'guardian'] as const;
type Scope = (typeof SCOPES)[number];
interface Set {
  readonly cash_out?: number | null | undefined;
  readonly cash_day?: number | null | undefined;
  readonly cash_week?: number | null | undefined;
  readonly spending_day?: number | null | undefined;
  readonly no_cash?: boolean | undefined;
  readonly cash_outs_day?: number | null | undefined;
}

async function setLimits(studentId: string, scope: Scope, set: Set): Promise<void> {
  const subject = scope === 'school' ? school : scope === 'class' ? classId : studentId;
  const wish = scope === 'guardian' ? ['Mama Imani', 'phone', '2026-11-20'] : [null, null, null];
  await owner.query('DELETE FROM pocket_limits WHERE school_id = $1 AND subject_id = $2 AND scope = $3', [
    school,
    subject,
    scope,
  ]);
  await owner.query(
    `INSERT INTO pocket_limits (school_id, subject_id, scope, set_by, cash_out, cash_day, cash_week, spending_day, no_cash,
       cash_outs_day, wished_by, wished_how, wished_on) VALUES ($1, $2, $3, $1, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      school,
      subject,
      scope,
      set.cash_out ?? null,
      set.cash_day ?? null,
      set.cash_week ?? null,
      set.spending_day ?? null,
      set.no_cash ?? false,
      scope === 'school' ? (set.cash_outs_day ?? null) : null,
      ...wish,
    ],
  );
}

async function goBack(studentId: string, milliseconds: number): Promise<void> {
  await owner.query(
    'UPDATE journal_entries SET at = at - make_interval(secs => $3) WHERE school_id = $1 AND student_id = $2',
    [school, studentId, milliseconds / 1000],
  );
}

async function takeBack(id: string): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    tx.row('SELECT outcome FROM reverse_journal_entries($1, $2)', [
      school,
      JSON.stringify([{ id: newId(), reverses: id, by_user: newId(), reason: 'a slip', token: newId() }]),
    ]),
  );
}

interface Gone {
  readonly id: string;
  readonly kind: 'cash-out' | 'canteen';
  readonly amount: number;
  at: number;
  reversed: boolean;
}

/** Implements the rules a second time, in another way. */
function model(limits: ReadonlyMap<Scope, Set>, gone: readonly Gone[], kind: Gone['kind'], amount: number) {
  const here = Date.now() + ZONE;
  const today = Math.floor(here / DAY) * DAY - ZONE;
  // The epoch was a Thursday.
  const monday = (Math.floor((here / DAY + 3) / 7) * 7 - 3) * DAY - ZONE;
  const strictest = (field: keyof Set) => {
    let found: { most: number; setBy: Scope } | null = null;
    for (const scope of SCOPES) {
      const most = limits.get(scope)?.[field];
      if (typeof most === 'number' && (found === null || most < found.most)) found = { most, setBy: scope };
    }
    return found;
  };
  const sum = (of: Gone['kind'], since: number) =>
    gone.filter((one) => one.kind === of && !one.reversed && one.at >= since).reduce((all, one) => all + one.amount, 0);
  const broken: { problem: string; left: number; setBy: Scope }[] = [];
  const hold = (field: keyof Set, used: number, problem: string) => {
    const limit = strictest(field);
    if (limit && amount > limit.most - used)
      broken.push({ problem, left: Math.max(0, limit.most - used) / 100, setBy: limit.setBy });
  };
  if (kind === 'canteen') {
    hold('spending_day', sum('canteen', today), 'wallet.over-spending-limit');
    return broken[0] ?? null;
  }
  const noCash = SCOPES.find((scope) => limits.get(scope)?.no_cash);
  if (noCash) return { problem: 'wallet.no-cash', left: 0, setBy: noCash };
  const times = limits.get('school')?.cash_outs_day;
  const had = gone.filter((one) => one.kind === 'cash-out' && !one.reversed && one.at >= today).length;
  if (typeof times === 'number' && had >= times)
    return { problem: 'wallet.too-many-cash-outs', left: 0, setBy: 'school' };
  hold('cash_out', 0, 'wallet.over-cash-out-limit');
  hold('cash_day', sum('cash-out', today), 'wallet.over-day-limit');
  hold('cash_week', sum('cash-out', monday), 'wallet.over-week-limit');
  return broken.toSorted((one, two) => one.left - two.left)[0] ?? null;
}

describe('random cash-outs, sales, reversals and limits', () => {
  const cents = (max: number) => fc.option(fc.integer({ min: 1, max }));
  const set = fc.record(
    {
      cash_out: cents(60_000),
      cash_day: cents(90_000),
      cash_week: cents(200_000),
      spending_day: fc.option(fc.integer({ min: 0, max: 60_000 })),
      no_cash: fc.integer({ min: 0, max: 2 }).map((chance) => chance === 0),
      cash_outs_day: fc.option(fc.integer({ min: 1, max: 4 })),
    },
    { requiredKeys: [] },
  );
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('cash-out' as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('canteen' as const), amount: fc.integer({ min: 1, max: 30_000 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('set' as const), scope: fc.constantFrom(...SCOPES), set }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 80 }) }) },
  );

  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
  const atSchool = (limit: Set): Step => ({ do: 'set', scope: 'school', set: limit });
  /** Steps that produce every possible answer at least once. */
  const EVERY_ANSWER: Step[] = [
    atSchool({ cash_outs_day: 1 }),
    { do: 'cash-out', amount: 100 },
    { do: 'cash-out', amount: 100 },
    ...[{ cash_out: 50 }, { cash_day: 150 }, { cash_week: 150 }, { no_cash: true }].flatMap((limit): Step[] => [
      atSchool(limit),
      { do: 'cash-out', amount: 100 },
    ]),
    atSchool({ spending_day: 50 }),
    { do: 'canteen', amount: 100 },
  ];

  it('are answered as a model predicts', async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
        await owner.query('DELETE FROM pocket_limits');
        const student = await aStudent();
        const limits = new Map<Scope, Set>();
        const gone: Gone[] = [];
        for (const one of steps) {
          if (one.do === 'set') {
            limits.set(one.scope, one.set);
            await setLimits(student, one.scope, one.set);
          } else if (one.do === 'wait') {
            await goBack(student, one.hours * HOUR);
            for (const each of gone) each.at -= one.hours * HOUR;
          } else if (one.do === 'reverse') {
            const each = gone[one.which % gone.length];
            if (!each || each.reversed) continue;
            await takeBack(each.id);
            each.reversed = true;
          } else {
            const expected = model(limits, gone, one.do, one.amount);
            let made: Made | null = null;
            const counter = one.do === 'canteen' ? 'canteen-income' : 'cash-desk';
            const asked = move(student, { kind: one.do, counter, amount: BigInt(one.amount) }).then((done) => {
              made = done;
            });
            const answered = await problemOf(asked);
            if (answered && expected && answered.left === expected.left && answered.problem !== expected.problem) {
              // Two limits leave the same amount: either may be named.
              expect(expected.problem).toMatch(/^wallet\.over-/);
            } else expect(answered).toEqual(expected);
            met.set(expected?.problem ?? 'moved', (met.get(expected?.problem ?? 'moved') ?? 0) + 1);
            const done = made as Made | null;
            if (done)
              gone.push({ id: done.id, kind: one.do, amount: one.amount, at: done.at.getTime(), reversed: false });
          }
        }
      }),
      { numRuns: 80, examples: [[EVERY_ANSWER]] },
    );
    expect([...met.keys()].toSorted()).toEqual(
      [
        'moved',
        'wallet.no-cash',
        'wallet.over-cash-out-limit',
        'wallet.over-day-limit',
        'wallet.over-spending-limit',
        'wallet.over-week-limit',
        'wallet.too-many-cash-outs',
      ].toSorted(),
    );
  }, 60_000);

  it('a day counts from midnight in Nairobi, and a week from Monday', async () => {
    await owner.query('DELETE FROM pocket_limits');
    const student = await aStudent();
    await setLimits(student, 'student', { cash_day: 1_000, cash_week: 3_000 });
    const { id } = await move(student, { amount: 1_000n });
    const at = (moment: string) =>
      owner.query(
        `UPDATE journal_entries SET at = (${moment}) AT TIME ZONE 'Africa/Nairobi'
         WHERE school_id = $1 AND id = $2`,
        [school, id],
      );
    const here = `clock_timestamp() AT TIME ZONE 'Africa/Nairobi'`;
    await at(`date_trunc('day', ${here})`);
    expect(await problemOf(move(student, { amount: 1n }))).toMatchObject({ problem: 'wallet.over-day-limit' });
    await at(`date_trunc('day', ${here}) - interval '1 microsecond'`);
    await setLimits(student, 'student', { cash_day: 1_000 });
    expect(await problemOf(move(student, { amount: 1_000n }))).toBeNull();
    await setLimits(student, 'student', { cash_week: 2_000 });
    await at(`date_trunc('week', ${here})`);
    expect(await problemOf(move(student, { amount: 1n }))).toMatchObject({
      problem: 'wallet.over-week-limit',
      left: 0,
    });
    await at(`date_trunc('week', ${here}) - interval '1 microsecond'`);
    expect(await problemOf(move(student, { amount: 1_000n }))).toBeNull();
  });

  it('a returned item frees the limit of the day it was bought on only', async () => {
    await owner.query('DELETE FROM pocket_limits');
    const student = await aStudent();
    await setLimits(student, 'guardian', { spending_day: 1_000 });
    const buy = (item: string, amount: bigint) => move(student, { kind: 'item', counter: 'item-income', item, amount });
    const giveBack = (item: string, amount: bigint) =>
      move(student, { kind: 'item-return', counter: 'item-income', item, amount });
    const [old, fresh] = [newId(), newId()];
    await buy(old, 800n);
    await goBack(student, 8 * DAY);
    await buy(fresh, 900n);
    await giveBack(old, 800n);
    expect(await problemOf(buy(newId(), 101n))).toMatchObject({ problem: 'wallet.over-spending-limit', left: 1 });
    await giveBack(fresh, 900n);
    expect(await problemOf(buy(newId(), 1_000n))).toBeNull();
  });
});

describe('concurrent cash-outs on two servers', () => {
  it("never exceed the day's limit", async () => {
    await owner.query('DELETE FROM pocket_limits');
    const student = await aStudent();
    await setLimits(student, 'class', { cash_day: 70_000 });
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        problemOf(move(student, { amount: 10_000n }, place % 2 ? other : server.context.db)),
      ),
    );
    expect(made.filter((one) => one === null)).toHaveLength(7);
    expect(made.filter((one) => one?.problem === 'wallet.over-day-limit')).toHaveLength(13);
  });

  it('use an approval once', async () => {
    await owner.query('DELETE FROM pocket_limits');
    const student = await aStudent();
    const payer = newId();
    await owner.query(
      `INSERT INTO pocket_limits (school_id, subject_id, scope, set_by, approval_above) VALUES ($1, $1, 'school', $1, 50000)`,
      [school],
    );
    await owner.query(
      `INSERT INTO cash_approvals (school_id, id, student_id, amount, reason, asked_by, decision, decided_by, decided_at)
       VALUES ($1, $2, $3, 60000, 'Bus fare home', $4, 'approved', $5, clock_timestamp())`,
      [school, newId(), student, payer, newId()],
    );
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        problemOf(move(student, { amount: 60_000n }, place % 2 ? other : server.context.db, payer)),
      ),
    );
    expect(made.filter((one) => one === null)).toHaveLength(1);
    expect(made.filter((one) => one?.problem === 'wallet.needs-approval')).toHaveLength(7);
  });
});
