import { randomBytes } from 'node:crypto';
import { approveErase, eraseStudent } from '@mfuko/contract/erasure';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as profile from '@mfuko/contract/profile';
import * as auth from '@mfuko/contract/session';
import * as staff from '@mfuko/contract/staff';
import { createStudent, getStudents, type StudentRow } from '@mfuko/contract/students';
import { deposit, type Moved, reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner as runAsOwner } from '../../../tests/owner.testkit.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { tieNumber } from './account-ties.ts';

let server: TestServer;
let school: string;
let classSYSID: string;
let admin: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer({ STRICT_ACCOUNTS: 'true' });
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  admin = await server.aPerson('Admin');
  head = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

const rows = <Row extends object>(sql: string, values: unknown[] = [], at = server) =>
  at.context.db.inSchool(school, (tx) => tx.rows<Row>(sql, values));
const freePhone = () => `2541${String(40_000_000 + aNumber())}`;
const PASSWORD = 'a long enough one';
const REASON = 'The family asked for it';

/** Creates an account by the maker's call, and signs it in. */
async function madeBy(
  maker: Person,
  role: 'Admin' | 'SchoolAdmin' | 'CheckAgent' = 'SchoolAdmin',
  {
    at = server,
    schoolSYSID = school,
    phoneNumber = freePhone(),
  }: { at?: TestServer; schoolSYSID?: string; phoneNumber?: string } = {},
): Promise<Person> {
  const person = { phoneNumber, email: 'a@example.com', firstName: 'Achieng', lastNames: 'Odhiambo', role };
  const input = { ...person, password: PASSWORD, confirmPassword: PASSWORD };
  const { body, problem } = await maker.ask<staff.UserRow>(
    staff.createUser,
    role === 'Admin' ? input : { ...input, schoolSYSID },
  );
  expect(problem).toBeUndefined();
  const token = randomBytes(32).toString('base64url');
  await at.context.db.inPlatform((tx) =>
    tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
      at.context.keys.digest('session', token),
      body.sysid,
    ]),
  );
  return at.as({ userId: body.sysid, phone: phoneNumber, token } as Person);
}

/** Signs a person in whose sessions have ended. */
async function signInAgain(person: Person): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  await server.context.db.inPlatform((tx) =>
    tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
      server.context.keys.digest('session', token),
      person.userId,
    ]),
  );
  await rows('UPDATE users SET last_sign_in_at = now() WHERE school_id = $1 AND id = $2', [school, person.userId]);
  return server.as({ userId: person.userId, phone: person.phone, token } as Person);
}

const asOwner = (sql: string, values: unknown[]) => runAsOwner(server, PLATFORM_SCHOOL, sql, values);

/** Dates the ties of an account back. */
const ageTies = ({ userId }: Person, interval: string) =>
  asOwner('UPDATE account_ties SET at = at - $2::interval WHERE user_id = $1', [userId, interval]);

/** Lets the first user propose the erasure of a student and the second approve it; returns the answer to the second. */
async function together(first: Person, second: Person, at = school, grade = classSYSID) {
  return approved(second, await proposed(first, at, grade), at);
}

/** Creates a student whose erasure the user proposes. */
async function proposed(first: Person, at = school, grade = classSYSID) {
  const admissionNumber = String(3000 + aNumber());
  const made = { admissionNumber, names: 'Amina Juma', classSYSID: grade };
  expect((await first.ask(createStudent, made, { school: at })).status).toBe(200);
  const found = await first.ask<StudentRow[]>(getStudents, { search: admissionNumber }, { school: at });
  const sysid = found.body[0]?.sysid;
  expect((await first.ask(eraseStudent, { sysid, reason: REASON }, { school: at })).status).toBe(200);
  return sysid;
}

async function approved(second: Person, sysid: string | undefined, at = school) {
  const { status, problem, body } = await second.ask<{ detail?: { why: string } }>(
    approveErase,
    { sysid },
    { school: at },
  );
  return [status, problem, body.detail?.why];
}

/** Moves a user to another number by the codes sent to both phones. */
async function changeOwnNumber(person: Person, phoneNumber: string) {
  const old = (await person.ask<profile.Profile>(profile.getProfile)).body.phoneNumber;
  const asked = await person.ask<object>(profile.requestProfileCode, { change: 'phoneNumber', phoneNumber });
  await server.runJobs();
  const [otp, newPhoneOtp] = [old, phoneNumber].map(
    (phone) => server.sent.findLast(({ to, kind }) => to === phone && kind.endsWith('-code'))?.text.match(/\d{6}/)?.[0],
  );
  const change = { change: 'phoneNumber', phoneNumber, ...asked.body, otp, newPhoneOtp };
  expect((await person.ask(profile.confirmProfileChange, change)).status).toBe(200);
}

const HAND = (why: string) => [422, 'session.one-hand', why];
const AGREED = [200, undefined, undefined];

describe('the maker of an account', () => {
  it("an account and its maker cannot approve each other's requests, however old; the attempt is audited", async () => {
    const made = await madeBy(admin);
    expect(await together(admin, made)).toEqual(HAND('made'));
    await ageTies(made, '400 days');
    expect(await together(admin, made)).toEqual(HAND('made'));
    expect(await together(made, admin)).toEqual(HAND('made'));
    const trail = await rows('SELECT detail FROM audit_events WHERE action = $1 AND actor_id = $2', [
      'user.one-hand',
      made.userId,
    ]);
    expect(trail).toEqual([{ detail: { why: 'made' } }, { detail: { why: 'made' } }]);
  });

  it("an account made by one's own account cannot be one's second person", async () => {
    const between = await madeBy(admin, 'Admin');
    const last = await madeBy(between);
    await ageTies(last, '2 days');
    expect(await together(admin, last)).toEqual(HAND('made'));
    expect(await together(head, last)).toEqual(AGREED);
  });

  it("a tie by number to an account's maker does not extend to the account", async () => {
    const maker = await server.aPerson('Admin');
    await rows(`INSERT INTO account_ties (user_id, by_user, why) VALUES ($1, $2, 'number')`, [
      maker.userId,
      admin.userId,
    ]);
    const made = await madeBy(maker);
    expect(await rows('SELECT by_user, why FROM account_ties WHERE user_id = $1', [made.userId])).toEqual([
      { by_user: maker.userId, why: 'made' },
    ]);
    await ageTies(made, '25 hours');
    expect(await together(admin, made)).toEqual(AGREED);
  });

  it("an account made again with a deleted one's number is tied to it for 30 days, even when confirmed", async () => {
    const first = await server.aPerson('SchoolAdmin', school);
    const sysid = await proposed(first);
    expect((await admin.ask(staff.deleteUser, { sysid: first.userId }, { school })).status).toBe(200);
    const again = await madeBy(admin, 'SchoolAdmin', { phoneNumber: first.phone });
    await ageTies(again, '2 days');
    await rows('UPDATE users SET last_sign_in_at = now() WHERE id = $1', [again.userId]);
    expect((await head.ask(staff.confirmUser, { sysid: again.userId })).status).toBe(200);
    expect(await approved(again, sysid)).toEqual(HAND('number'));
    // The same for an account that moves from the school to the platform.
    expect((await admin.ask(staff.deleteUser, { sysid: again.userId }, { school })).status).toBe(200);
    const root = await madeBy(admin, 'Admin', { phoneNumber: first.phone });
    await ageTies(root, '2 days');
    expect(await approved(root, sysid)).toEqual(HAND('number'));
    await ageTies(root, '29 days');
    expect(await approved(root, sysid)).toEqual(AGREED);
  });

  it('an account with a number another account gave up is tied to it and its maker for 30 days', async () => {
    const maker = await server.aPerson('Admin');
    const first = await madeBy(maker);
    const former = first.phone;
    await changeOwnNumber(first, freePhone());
    await ageTies(first, '2 days');
    const again = await madeBy(admin, 'SchoolAdmin', { phoneNumber: former });
    await ageTies(again, '2 days');
    expect(await together(first, again)).toEqual(HAND('number'));
    expect(await together(maker, again)).toEqual(HAND('number'));
    expect(await together(head, again)).toEqual(AGREED);
    await ageTies(again, '29 days');
    expect(await together(first, again)).toEqual(AGREED);
    // The reverse: an active colleague takes the number that another has given up.
    const [left, comes] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
    const free = left.phone;
    await changeOwnNumber(left, freePhone());
    expect(await together(left, comes)).toEqual(AGREED);
    await changeOwnNumber(comes, free);
    expect(await together(left, comes)).toEqual(HAND('number'));
    await ageTies(comes, '31 days');
    expect(await together(left, comes)).toEqual(AGREED);
  });

  it('accounts with the same maker count as one person, without a time limit', async () => {
    const [first, second] = [await madeBy(admin), await madeBy(admin)];
    expect(await together(first, second)).toEqual(HAND('new'));
    await ageTies(second, '23 hours');
    expect(await together(first, second)).toEqual(HAND('new'));
    await ageTies(second, '2 hours');
    expect(await together(first, second)).toEqual(HAND('maker'));
    expect(await together(first, head)).toEqual(AGREED);
    for (const made of [first, second]) await ageTies(made, '400 days');
    expect(await together(first, second)).toEqual(HAND('maker'));
    const third = await madeBy(await madeBy(admin, 'Admin'));
    await ageTies(third, '400 days');
    expect(await together(second, third)).toEqual(HAND('maker'));
  });

  it('two accounts made before confirmation existed count as one person for a week', async () => {
    const [first, second] = [await madeBy(admin), await madeBy(admin)];
    await asOwner('UPDATE account_ties SET until_confirmed = false WHERE user_id = ANY ($1)', [
      [first.userId, second.userId],
    ]);
    for (const made of [first, second]) await ageTies(made, '6 days 23 hours');
    expect(await together(first, second)).toEqual(HAND('maker'));
    for (const made of [first, second]) await ageTies(made, '2 hours');
    expect(await together(first, second)).toEqual(AGREED);
  });

  it('the maker of an account cannot reverse a deposit that the account took', async () => {
    const made = await madeBy(admin);
    const admissionNumber = String(3000 + aNumber());
    await head.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
    const { body } = await made.ask<Moved>(deposit, { admissionNumber, amount: 100 });
    const back = (who: Person) => who.ask(reverse, { sysid: body.receipt.sysid, reason: 'Wrong child' }, { school });
    expect((await back(admin)).problem).toBe('session.one-hand');
    expect((await back(head)).status).toBe(200);
  });

  it("a new account that may approve is announced to the office, an agent's is not", async () => {
    const told = async () => {
      await server.runJobs();
      const { body } = await head.ask<NoticeRow[]>(getNotifications);
      return body.filter(({ kind }) => kind === 'account.made').length;
    };
    const before = await told();
    await madeBy(admin, 'CheckAgent');
    expect(await told()).toBe(before);
    await madeBy(admin);
    expect(await told()).toBe(before + 1);
  });
});

describe('whoever makes an agent an administrator, or restores or enables an administrator', () => {
  const agentMadeAdministrator = async () => {
    const agent = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await admin.ask(staff.updateUser, { sysid: agent.userId, role: 'SchoolAdmin' })).status).toBe(200);
    return signInAgain(agent);
  };
  const restored = async () => {
    const { userId, phone } = await server.aPerson('SchoolAdmin', school);
    for (const call of [staff.deleteUser, staff.restoreUser])
      expect((await admin.ask(call, { sysid: userId })).status).toBe(200);
    return signInAgain({ userId, phone } as Person);
  };
  const enabled = async () => {
    const { userId, phone } = await server.aPerson('SchoolAdmin', school);
    for (const status of ['disabled', 'active'])
      expect((await admin.ask(staff.updateUser, { sysid: userId, status })).status).toBe(200);
    return signInAgain({ userId, phone } as Person);
  };

  it.each([
    ['made an administrator', agentMadeAdministrator],
    ['restored', restored],
    ['enabled', enabled],
  ])('counts as one person with an account that they have %s, until somebody else confirms it', async (_, change) => {
    const changed = await change();
    await ageTies(changed, '2 days');
    expect(await together(admin, changed)).toEqual(HAND('made'));
    expect(await together(changed, admin)).toEqual(HAND('made'));
    // Somebody else's request is another matter.
    expect(await together(head, changed)).toEqual(AGREED);
    expect((await head.ask(staff.confirmUser, { sysid: changed.userId })).status).toBe(200);
    expect(await together(admin, changed)).toEqual(AGREED);
  });

  it('is named to the office, and a change of duties or an enabled agent is not announced', async () => {
    const told = async () => {
      await server.runJobs();
      const { body } = await head.ask<NoticeRow[]>(getNotifications);
      return body.filter(({ kind }) => kind === 'account.made').map(({ subject }) => subject?.id);
    };
    const agent = await server.aPerson('CheckAgent', school, ['gate']);
    const administrator = await server.aPerson('SchoolAdmin', school);
    const changes = [
      { sysid: agent.userId, duties: ['bus'] },
      // An agent who is enabled approves nothing, and an administrator who is active already is not enabled.
      { sysid: agent.userId, status: 'disabled' },
      { sysid: agent.userId, status: 'active' },
      { sysid: administrator.userId, firstName: 'Amina', status: 'active' },
    ];
    for (const change of changes) expect((await admin.ask(staff.updateUser, change)).status).toBe(200);
    expect(await told()).not.toContain(agent.userId);
    expect(await told()).not.toContain(administrator.userId);
    const { userId } = await agentMadeAdministrator();
    expect(await told()).toContain(userId);
  });
});

describe('confirmUser', () => {
  const confirm = (who: Person, { userId }: Person) =>
    who.ask<staff.UserDetails>(staff.confirmUser, { sysid: userId }, { school });
  const notConfirmed = async (who: Person, made: Person) => {
    const { problem, body } = await confirm(who, made);
    return [problem, (body as { detail?: { why: string } }).detail?.why];
  };
  const look = async (who: Person, { userId }: Person) =>
    (await who.ask<staff.UserDetails>(staff.getUser, { sysid: userId }, { school })).body.unconfirmed;
  const signsIn = ({ userId }: Person) => rows('UPDATE users SET last_sign_in_at = now() WHERE id = $1', [userId]);
  async function anAccount(maker = admin, role: 'Admin' | 'SchoolAdmin' = 'SchoolAdmin') {
    const made = await madeBy(maker, role);
    await ageTies(made, '2 days');
    if (role === 'SchoolAdmin') await signsIn(made);
    return made;
  }

  it("a confirmed account counts as another person than its maker and the maker's other accounts", async () => {
    const [first, second] = [await anAccount(), await anAccount()];
    expect(await look(head, second)).toEqual({ mayConfirm: true, why: null });
    const { status, body } = await confirm(head, second);
    expect([status, body.unconfirmed]).toEqual([200, null]);
    expect(await together(first, second)).toEqual(AGREED);
    expect(await together(admin, second)).toEqual(AGREED);
    expect(await together(admin, first)).toEqual(HAND('made'));
    const trail = `SELECT actor_id AS by FROM audit_events WHERE action = 'user.confirm' AND subject_id = $1`;
    expect(await rows(trail, [second.userId])).toEqual([{ by: head.userId }]);
    expect((await confirm(head, second)).status).toBe(200);
    expect(await rows(trail, [second.userId])).toHaveLength(1);
  });

  it('an account cannot be confirmed by itself, its maker or other accounts of that maker', async () => {
    const [first, second] = [await anAccount(), await anAccount()];
    const between = await madeBy(admin, 'Admin');
    await ageTies(between, '2 days');
    const below = await anAccount(between);
    for (const [who, why] of [
      [first, 'self'],
      [admin, 'made'],
      [second, 'maker'],
      [between, 'maker'],
      [below, 'maker'],
    ] as const) {
      expect(await look(who, first)).toEqual({ mayConfirm: false, why });
      expect(await notConfirmed(who, first)).toEqual(['user.one-hand', why]);
    }
    // The same for an account in between: the first Admin made the whole chain.
    expect(await notConfirmed(admin, below)).toEqual(['user.one-hand', 'made']);
    expect(await together(first, second)).toEqual(HAND('maker'));
  });

  it('an account cannot be confirmed by users tied to its maker by a number, or on their first day', async () => {
    const made = await anAccount();
    const [moved, mover] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
    await server.context.db.inPlatform((tx) => tieNumber(tx, moved.userId, admin.userId));
    await server.context.db.inPlatform((tx) => tieNumber(tx, admin.userId, mover.userId));
    for (const who of [moved, mover]) {
      expect(await look(who, made)).toEqual({ mayConfirm: false, why: 'number' });
      expect(await notConfirmed(who, made)).toEqual(['user.one-hand', 'number']);
    }
    const young = await madeBy(await server.aPerson('Admin'));
    expect(await notConfirmed(young, made)).toEqual(['user.one-hand', 'new']);
    for (const who of [moved, young, admin]) await ageTies(who, '31 days');
    expect(await look(mover, made)).toEqual({ mayConfirm: true, why: null });
    expect((await confirm(young, made)).status).toBe(200);
  });

  it('the database rejects a confirmation by the maker or another account of the maker', async () => {
    const [first, second] = [await anAccount(), await anAccount()];
    const write = (by: Person) =>
      rows(`UPDATE account_ties SET confirmed_by = $2, confirmed_at = now() WHERE user_id = $1`, [
        first.userId,
        by.userId,
      ]);
    await expect(write(second)).rejects.toMatchObject({ code: 'MF422' });
    await expect(write(admin)).rejects.toMatchObject({ code: expect.stringMatching(/MF422|23514/) });
    await write(head);
    expect(await together(first, second)).toEqual(AGREED);
  });

  it('a confirmed account can confirm others, and accounts it makes are not tied to its maker', async () => {
    const [first, second] = [await anAccount(), await anAccount()];
    await confirm(head, first);
    expect((await confirm(first, second)).status).toBe(200);
    const root = await madeBy(admin, 'Admin');
    await ageTies(root, '2 days');
    const other = await server.aPerson('Admin');
    await server.context.db.inPlatform((tx) =>
      tx.row('UPDATE users SET last_sign_in_at = now() WHERE id = $1', [root.userId]),
    );
    expect((await other.ask(staff.confirmUser, { sysid: root.userId })).status).toBe(200);
    const made = await anAccount(root);
    expect(await together(admin, made)).toEqual(AGREED);
    expect(await together(root, made)).toEqual(HAND('made'));
  });

  it('an account can be confirmed only after it has signed in', async () => {
    const made = await madeBy(admin);
    expect((await confirm(head, made)).problem).toBe('user.never-signed-in');
    await signsIn(made);
    expect((await confirm(head, made)).status).toBe(200);
    // On its first day the account still cannot be a second person.
    expect(await together(admin, made)).toEqual(HAND('new'));
  });

  it("another school's user cannot confirm an account", async () => {
    const made = await anAccount();
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await elsewhere.ask(staff.confirmUser, { sysid: made.userId })).problem).toBe('user.not-found');
    expect(await look(head, made)).toEqual({ mayConfirm: true, why: null });
  });
});

it("every table with a second person's decision has the two_hands trigger", async () => {
  const lacking = await rows(
    `SELECT c.table_name FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND c.column_name IN ('decided_by', 'countersigned_by') AND NOT EXISTS (
       SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.table_name::regclass AND t.tgname = 'two_hands')`,
  );
  expect(lacking).toEqual([]);
});

describe('number changed by another user', () => {
  const update = (who: Person, input: object) => who.ask<staff.UserDetails>(staff.updateUser, input);
  const signedIn = async (person: Person) => (await person.ask(auth.whoAmI)).status === 200;
  async function aColleague(role: 'SchoolAdmin' | 'CheckAgent' = 'SchoolAdmin'): Promise<Person> {
    const person = await server.aPerson(role, school);
    await rows('UPDATE users SET last_sign_in_at = now() WHERE id = $1', [person.userId]);
    return person;
  }
  const masked = (phone: string) => `${phone.slice(0, 4)}…${phone.slice(-3)}`;
  /** Runs the job that sets the number now, which may be too early. */
  const work = async ({ userId }: Person) => {
    await server.context.db.inSchool(school, async (tx) => {
      const waiting = await tx.row<{ id: string }>('SELECT id FROM number_changes WHERE user_id = $1', [userId]);
      await enqueue(tx, 'set-number', { schoolId: school, userId, id: waiting?.id ?? null });
    });
    await server.runJobs();
  };
  const pass = async (person: Person) => {
    await rows(`UPDATE number_changes SET due_at = due_at - interval '25 hours' WHERE user_id = $1`, [person.userId]);
    await work(person);
  };

  it('the new number waits 24 hours, the old one keeps signing in and is notified', async () => {
    const colleague = await aColleague();
    const phone = freePhone();
    const { status, body } = await update(admin, { sysid: colleague.userId, phoneNumber: phone, firstName: 'Wambui' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ mobileNumber: colleague.phone, firstName: 'Wambui' });
    expect(body.nextNumber).toMatchObject({ endsIn: phone.slice(-3), by: 'Wanjiru Otieno' });
    expect(await signedIn(colleague)).toBe(true);
    await server.runJobs();
    const told = server.sent.filter(({ to }) => to === colleague.phone);
    expect(told.map(({ kind, text }) => [kind, text.includes(phone.slice(-3))])).toEqual([['security', true]]);
    const job = await rows<{ due: boolean }>(
      `SELECT due_at > now() + interval '23 hours' AS due FROM number_changes WHERE user_id = $1`,
      [colleague.userId],
    );
    expect(job).toEqual([{ due: true }]);
    const trail = await rows(
      `SELECT actor_id, detail FROM audit_events WHERE action = 'user.number-asked' AND subject_id = $1`,
      [colleague.userId],
    );
    expect(trail).toEqual([
      {
        actor_id: admin.userId,
        // The audit trail contains neither number in full.
        detail: { changes: { phoneNumber: { from: masked(colleague.phone), to: masked(phone) } } },
      },
    ]);
    await pass(colleague);
    const after = await head.ask<staff.UserDetails>(staff.getUser, { sysid: colleague.userId });
    expect(after.body).toMatchObject({ mobileNumber: phone, nextNumber: null });
    expect(await signedIn(colleague)).toBe(false);
  });

  it('the job does not set the number before 24 hours have passed', async () => {
    const colleague = await aColleague();
    await update(admin, { sysid: colleague.userId, phoneNumber: freePhone() });
    await work(colleague);
    const { body } = await head.ask<staff.UserDetails>(staff.getUser, { sysid: colleague.userId });
    expect(body.mobileNumber).toBe(colleague.phone);
    expect(body.nextNumber).not.toBeNull();
  });

  it('the owner or an office user can cancel the new number', async () => {
    const colleague = await aColleague();
    await update(admin, { sysid: colleague.userId, phoneNumber: freePhone() });
    expect((await colleague.ask(profile.getNextNumber)).body).toMatchObject({ next: { by: 'Wanjiru Otieno' } });
    expect((await colleague.ask(profile.refuseNumber)).body).toEqual({ next: null });
    await update(admin, { sysid: colleague.userId, phoneNumber: freePhone() });
    const cancelled = await head.ask<staff.UserDetails>(staff.cancelNumber, { sysid: colleague.userId });
    expect(cancelled.body.nextNumber).toBeNull();
    await pass(colleague);
    expect(await signedIn(colleague)).toBe(true);
  });

  it("who set a user's number cannot approve with that user for 30 days", async () => {
    const colleague = await aColleague();
    await update(admin, { sysid: colleague.userId, phoneNumber: freePhone() });
    expect(await together(admin, colleague)).toEqual(AGREED);
    await pass(colleague);
    const again = randomBytes(32).toString('base64url');
    await server.context.db.inPlatform((tx) =>
      tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
        server.context.keys.digest('session', again),
        colleague.userId,
      ]),
    );
    const taken = server.as({ ...colleague, token: again });
    expect(await together(admin, taken)).toEqual(HAND('number'));
    expect(await together(head, taken)).toEqual(AGREED);
    await ageTies(colleague, '29 days 23 hours');
    expect(await together(admin, taken)).toEqual(HAND('number'));
    await ageTies(colleague, '2 hours');
    expect(await together(admin, taken)).toEqual(AGREED);
  });

  it("a number set by an unconfirmed account also ties the user to that account's maker", async () => {
    const between = await madeBy(admin, 'Admin');
    const colleague = await aColleague();
    await server.context.db.inPlatform((tx) => tieNumber(tx, colleague.userId, between.userId));
    expect(await together(admin, colleague)).toEqual(HAND('number'));
    await ageTies(colleague, '31 days');
    expect(await together(admin, colleague)).toEqual(AGREED);
    // Once the account is confirmed, numbers that it sets cause no tie to its maker.
    const confirming = await rows(
      'UPDATE account_ties SET confirmed_by = $2, confirmed_at = now() WHERE user_id = $1 RETURNING 1 AS one',
      [between.userId, head.userId],
    );
    expect(confirming).toHaveLength(1);
    const other = await aColleague();
    await server.context.db.inPlatform((tx) => tieNumber(tx, other.userId, between.userId));
    expect(await together(admin, other)).toEqual(AGREED);
  });

  it('a user who has never signed in gets the number at once and is tied to who set it', async () => {
    const made = await server.aPerson('SchoolAdmin', school);
    const phone = freePhone();
    const { body } = await update(admin, { sysid: made.userId, phoneNumber: phone });
    expect(body).toMatchObject({ mobileNumber: phone, nextNumber: null });
    expect(await rows('SELECT why FROM account_ties WHERE user_id = $1', [made.userId])).toEqual([{ why: 'number' }]);
  });

  it('refuses at once a number that another user has', async () => {
    const colleague = await aColleague();
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    const { problem } = await update(admin, { sysid: colleague.userId, phoneNumber: elsewhere.phone });
    expect(problem).toBe('user.duplicate-phone');
  });
});

it('a trial enforces neither segregation of duties nor the wait for a new number', async () => {
  const trial = await openTestServer();
  try {
    const its = await trial.aSchool();
    const grade = await trial.aClass(its);
    const root = await trial.aPerson('Admin');
    const made = await madeBy(root, 'SchoolAdmin', { at: trial, schoolSYSID: its });
    expect(await together(root, made, its, grade)).toEqual(AGREED);
    await trial.context.db.inSchool(its, (tx) =>
      tx.row('UPDATE users SET last_sign_in_at = now() WHERE id = $1', [made.userId]),
    );
    const phone = freePhone();
    const { body } = await root.ask<staff.UserDetails>(staff.updateUser, { sysid: made.userId, phoneNumber: phone });
    expect(body).toMatchObject({ mobileNumber: phone, nextNumber: null });
  } finally {
    await trial.close();
  }
});
