import { randomUUID } from 'node:crypto';
import type { Meal, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as subsidies from '@mfuko/contract/canteen-subsidies';
import { createStudent, deleteStudent } from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let head: Person;
let deputy: Person;
let cook: Person;
let classSYSID: string;
let item: MenuItem;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  deputy = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  classSYSID = await server.aClass(school, 'Grade 4');
  const githeri = { name: `Githeri ${aNumber()}`, quantityPerPerson: 9, price: 100 };
  item = (await head.ask<MenuItem>(contract.createMenu, githeri)).body;
});

interface Student {
  readonly sysid: string;
  readonly admissionNumber: string;
}
async function aStudent(): Promise<Student> {
  const input = { admissionNumber: String(4000 + aNumber()), names: 'Juma Ali', classSYSID, checkPin: PIN };
  return (await head.ask<Student>(createStudent, input)).body;
}
const propose = ({ sysid }: Student, plan: object, by = head) =>
  by.ask<subsidies.MealSubsidy>(subsidies.setMealSubsidy, { sysid, ...plan });
const approve = (proposed: subsidies.MealSubsidy) =>
  deputy.ask<subsidies.MealSubsidy>(subsidies.approveMealSubsidy, { sysid: proposed.proposal?.sysid });
const set = async (student: Student, plan: object) => approve((await propose(student, plan)).body);
const get = async ({ sysid }: Student) =>
  (await head.ask<subsidies.MealSubsidy>(subsidies.getMealSubsidy, { sysid })).body;
const eat = async ({ admissionNumber }: Student) =>
  (
    await cook.ask<Meal>(
      contract.consumeMenuPin,
      { admissionNumber, menuItemSYSID: item.sysid, pin: PIN },
      { key: randomUUID() },
    )
  ).body;
const given = async () =>
  (await head.ask<subsidies.GivenSubsidy[]>(subsidies.mealSubsidies, {})).body.map((row) => [row.sysid, row.given]);

it('a subsidy stores only the number of its own kind', async () => {
  const student = await aStudent();
  const halved = await propose(student, { kind: 'percent', percent: 50, pays: 10 });
  expect(halved.body.proposal).toMatchObject({ kind: 'percent', percent: 50, pays: null });
  expect((await approve(halved.body)).body).toMatchObject({ kind: 'percent', percent: 50, pays: null });
  const fixed = await propose(student, { kind: 'fixed', percent: 50, pays: 10 });
  expect(fixed.body.proposal).toMatchObject({ kind: 'fixed', percent: null, pays: 10 });
  expect((await approve(fixed.body)).body).toMatchObject({ kind: 'fixed', percent: null, pays: 10 });
  expect((await set(student, { kind: 'free', percent: 50, pays: 10 })).body).toMatchObject({
    kind: 'free',
    percent: null,
    pays: null,
  });
});

it('proposals and approvals are audited with the former and the new plan', async () => {
  const student = await aStudent();
  await set(student, { kind: 'percent', percent: 50 });
  await set(student, { kind: 'fixed', pays: 10 });
  const trail = await server.context.db.inSchool(school, (tx) =>
    tx.rows<{ action: string; detail: unknown }>(
      `SELECT action, detail FROM audit_events WHERE school_id = $1 AND action LIKE 'canteen.subsidy%' ORDER BY id`,
      [school],
    ),
  );
  const first = { mealSubsidy: { from: 'none', to: 'percent' }, percent: { from: '', to: 50 } };
  const second = {
    mealSubsidy: { from: 'percent', to: 'fixed' },
    percent: { from: 50, to: '' },
    pays: { from: '', to: 10 },
  };
  expect(trail).toEqual([
    { action: 'canteen.subsidy-proposed', detail: { changes: first } },
    { action: 'canteen.subsidy', detail: { changes: first } },
    { action: 'canteen.subsidy-proposed', detail: { changes: second } },
    { action: 'canteen.subsidy', detail: { changes: second } },
  ]);
});

it('of four concurrent proposals one is stored', async () => {
  for (let round = 0; round < 3; round++) {
    const student = await aStudent();
    const answers = await Promise.all(
      [head, deputy, head, deputy].map((by, place) => propose(student, { kind: 'percent', percent: 10 + place }, by)),
    );
    expect(answers.map(({ status, problem }) => problem ?? status).sort()).toEqual([
      200,
      ...Array(3).fill('subsidy.waits'),
    ]);
  }
});

it('refuses to approve a subsidy for a deleted student', async () => {
  const student = await aStudent();
  const { body } = await propose(student, { kind: 'free' });
  expect((await head.ask(deleteStudent, { sysid: student.sysid })).status).toBe(200);
  expect((await approve(body)).problem).toBe('student.not-found');
});

it("setting or ending one student's subsidy leaves the others", async () => {
  const [one, other, third] = [await aStudent(), await aStudent(), await aStudent()];
  await set(one, { kind: 'free' });
  await set(other, { kind: 'percent', percent: 50 });
  expect(await get(third)).toMatchObject({ kind: 'none', proposal: null });
  const { body } = await propose(third, { kind: 'free' });
  expect(await get(one)).toMatchObject({ kind: 'free', proposal: null });
  await deputy.ask(subsidies.rejectMealSubsidy, { sysid: body.proposal?.sysid });
  await set(one, { kind: 'none' });
  expect([await get(one), await get(other)]).toMatchObject([{ kind: 'none' }, { kind: 'percent', percent: 50 }]);
});

it('mealSubsidies lists what each student was given, without reversed meals', async () => {
  const [free, paying] = [await aStudent(), await aStudent()];
  await head.ask(wallet.deposit, { admissionNumber: paying.admissionNumber, amount: 500 });
  await set(free, { kind: 'free' });
  await eat(free);
  await eat(paying);
  const slip = await eat(free);
  expect(await given()).toEqual([[free.sysid, 200]]);
  expect((await head.ask(wallet.reverse, { sysid: slip.sysid, reason: 'A slip' })).status).toBe(200);
  expect(await given()).toEqual([[free.sysid, 100]]);
});
