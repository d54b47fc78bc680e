import * as canteen from '@mfuko/contract/canteen';
import * as gate from '@mfuko/contract/gate';
import * as students from '@mfuko/contract/students';
import * as contract from '@mfuko/contract/today';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';
let server: TestServer;
let school: string;
let head: Person;
let stranger: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school, 'Grade 5');
  for (const admissionNumber of ['1', '2', '3', '4', '5'])
    await head.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  stranger = await server.aPerson('SchoolAdmin', await server.aSchool('Jua'));
});
afterAll(() => server.close());

async function inSchool(text: string, values: unknown[] = []): Promise<void> {
  await server.context.db.inSchool(school, (tx) => tx.row(text, [school, ...values]));
}

async function today(person = head): Promise<contract.Today> {
  return (await person.ask<contract.Today>(contract.today)).body;
}

describe('today: money by day', () => {
  it('sums deposits, cash and spending without reversed entries', async () => {
    const before = (await today()).money.at(-1);
    const { body: wrong } = await head.ask<wallet.Moved>(wallet.deposit, { admissionNumber: '3', amount: 700 });
    const second = await server.aPerson('SchoolAdmin', school);
    expect((await second.ask(wallet.reverse, { sysid: wrong.receipt.sysid, reason: 'Wrong student' })).status).toBe(
      200,
    );
    await head.ask(wallet.deposit, { admissionNumber: '4', amount: 300 });
    await inSchool(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'cash-out', 150)`);
    await head.ask(wallet.cashOutPin, { admissionNumber: '4', amount: 40, pin: PIN });
    await head.ask(canteen.createMenu, { name: 'Chapati', quantityPerPerson: 5, description: '', price: 30 });
    const { body: menu } = await head.ask<{ sysid: string }[]>(canteen.getMenu);
    const menuSYSID = menu[0]?.sysid;
    await head.ask(wallet.deposit, { admissionNumber: '5', amount: 100 });
    for (const admissionNumber of ['4', '5'])
      await head.ask(canteen.consumeMenuPin, { admissionNumber, menuItemSYSID: menuSYSID, pin: PIN });
    const seen = await today();
    const last = seen.money.at(-1);
    expect(seen.money).toHaveLength(30);
    expect([(last?.in ?? 0) - (before?.in ?? 0), last?.cash, last?.spent]).toEqual([400, 41.5, 60]);
    expect(seen.money.slice(0, -1).every((day) => day.in === 0 && day.cash === 0 && day.spent === 0)).toBe(true);
    expect(seen.canteen).toEqual({ items: [{ name: 'Chapati', portions: 2, income: 60 }], other: null });
  });

  it('is zero in another school', async () => {
    const seen = await today(stranger);
    expect(seen.money.every((day) => day.in === 0 && day.cash === 0 && day.spent === 0)).toBe(true);
    expect([seen.canteen.items, seen.presence.now]).toEqual([[], 0]);
  });
});

describe('today: students in school', () => {
  it('are counted per hour beside the same weekday of last week, each once', async () => {
    const eight = (kind: string, hour: number) =>
      inSchool(
        `INSERT INTO gate_events (school_id, id, student_id, kind, method, at, recorded_by)
         SELECT $1, gen_random_uuid(), id, $2, 'pin', ((now() AT TIME ZONE 'Africa/Nairobi')::date - 7 + make_interval(hours => $3::int))
                AT TIME ZONE 'Africa/Nairobi' + interval '1 minute', $1
         FROM students WHERE school_id = $1 AND admission_number IN ('1', '2')`,
        [kind, hour],
      );
    await eight('in', 8);
    // The same two students again: they were in school already.
    await eight('in', 9);
    await eight('out', 16);
    for (const admissionNumber of ['1', '2', '3'])
      expect((await head.ask(gate.checkInPin, { admissionNumber, pin: PIN })).status).toBe(200);
    const { presence } = await today();
    const hour = presence.hours.findLast((each) => each.today !== null);
    expect([presence.now, hour?.today]).toEqual([3, 3]);
    expect([7, 8, 9, 15, 16].map((each) => presence.hours[each]?.before)).toEqual([0, 2, 2, 2, 0]);
    expect(Date.parse(presence.day) - Date.parse(presence.before)).toBe(7 * 86_400_000);
  });
});
