import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type Todo, todo } from '@mfuko/contract/today';
import { lookedAtUnusual, type UnusualCashOuts, unusualCashOuts } from '@mfuko/contract/unusual';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { reportJobs, UNUSUAL_CHECK } from './jobs.ts';
import { type Ordinary, ordinarySchool, paidOut } from './unusual.testkit.ts';

let server: TestServer;
let admin: Person;
let school: Ordinary;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

const look = () => reportJobs(server.context)[UNUSUAL_CHECK]?.({});
const bellOf = async (person: Person) =>
  (await person.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'cash-out.unusual');
const toDo = async (person: Person) => (await person.ask<Todo>(todo)).body.counts.unusual;
const waiting = async (person: Person) => (await person.ask<UnusualCashOuts>(unusualCashOuts)).body.waiting;

describe('unusual cash-outs (notices)', () => {
  it('an ordinary day and week-old findings raise no notice', async () => {
    school = await ordinarySchool(server, admin);
    await paidOut(server, school, school.cashiers[0], 7, 7, 20, 4);
    await paidOut(server, school, school.cashiers[0], 1, 0, 20);
    await look();
    expect(await bellOf(school.head)).toEqual([]);
    expect(await toDo(school.head)).toBe(0);
  });

  it('each finding notifies once, except who paid out', async () => {
    const [cashier] = school.cashiers;
    await paidOut(server, school, cashier, 7, 0, 20, 4);
    await look();
    await look();
    const [told, ...more] = await bellOf(school.head);
    expect(told).toMatchObject({
      severity: 'warning',
      subject: { kind: 'unusual' },
      params: { context: 'student-day', who: 'Wanjiru Otieno, Imani Were (8)', times: 4, amount: 80 },
    });
    expect(more).toEqual([]);
    expect(await bellOf(cashier)).toEqual([]);
    // A second finding is notified too; the first is not repeated as it grows.
    await paidOut(server, school, school.cashiers[1], 6, 0, 20, 4);
    await paidOut(server, school, cashier, 7, 0, 20, 1);
    await look();
    expect((await bellOf(school.head)).map(({ params }) => params.admissionNumber)).toEqual(['7', '8']);
  });

  it('stay in the to-do list until another user has looked', async () => {
    const [cashier] = school.cashiers;
    expect([await toDo(school.head), await waiting(school.head)]).toEqual([2, 2]);
    expect([await toDo(cashier), await waiting(cashier)]).toEqual([1, 1]);
    // A cashier's own findings are not counted.
    expect((await cashier.ask(lookedAtUnusual)).body).toEqual({ looked: 1 });
    expect(await toDo(school.head)).toBe(1);
    expect((await school.head.ask(lookedAtUnusual)).body).toEqual({ looked: 1 });
    await look();
    expect([await toDo(school.head), await waiting(school.head)]).toEqual([0, 0]);
    // New cash-outs of the same finding wait for a look again.
    await paidOut(server, school, cashier, 7, 0, 20, 1);
    await look();
    expect(await toDo(school.head)).toBe(1);
  });

  it("another school's user cannot look at them, and the look is audited", async () => {
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(lookedAtUnusual)).body).toEqual({ looked: 0 });
    expect(await toDo(school.head)).toBe(1);
    const trail = await server.context.db.inSchool(school.school, (tx) =>
      tx.rows(
        `SELECT detail->>'count' AS count FROM audit_events WHERE school_id = $1 AND action = 'school.unusual-looked'`,
        [school.school],
      ),
    );
    expect(trail).toEqual([{ count: '1' }, { count: '1' }]);
  });
});
