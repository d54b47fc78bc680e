import { createBus, onBusKids } from '@mfuko/contract/bus';
import { getExceptions } from '@mfuko/contract/campus';
import * as canteen from '@mfuko/contract/canteen';
import { addCollector, setLeavesAlone } from '@mfuko/contract/collectors';
import * as contract from '@mfuko/contract/erasure';
import { grantExeat } from '@mfuko/contract/exeats';
import * as fingerprints from '@mfuko/contract/fingerprints';
import * as gate from '@mfuko/contract/gate';
import { checkOutPin } from '@mfuko/contract/gate';
import * as items from '@mfuko/contract/items';
import * as limits from '@mfuko/contract/limits';
import * as messages from '@mfuko/contract/messages';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as reports from '@mfuko/contract/reports';
import * as students from '@mfuko/contract/students';
import { todo } from '@mfuko/contract/today';
import * as wallet from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { checkTrail } from '../../platform/audit/check.ts';
import { NamePattern } from '../../platform/audit/name-pattern.ts';
import { redactTrail } from '../../platform/audit/redact.ts';
import { sealTrail } from '../../platform/audit/seal.ts';
import { verifyBooks } from '../books/index.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { credit } from '../ledger/index.ts';
import { aChild, aKnownChild, type Child, PIN } from './known-child.testkit.ts';

let server: TestServer;
let school: string;
let classSYSID: string;
let head: Person;
let bursar: Person;
let agent: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  [head, bursar, agent] = [
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('CheckAgent', school, ['gate', 'canteen', 'bus', 'cashier']),
  ];
});
afterAll(() => server.close());

const REASON = 'The family asked for it';

/** Erases a child and returns the pseudonym. */
async function erase({ sysid }: Child): Promise<string> {
  const asked = await bursar.ask(contract.eraseStudent, { sysid, reason: REASON });
  expect(asked.status).toBe(200);
  const { status, body } = await head.ask<{ pseudonym: string }>(contract.approveErase, { sysid });
  expect(status).toBe(200);
  return body.pseudonym;
}

/** Reads the rows of the selected tables as text, with the table's name. */
async function textsOf(tablesOf: string, where: string, values: readonly unknown[], place = school): Promise<string[]> {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    // Even the owner sees only rows of the session's school.
    await owner.query(`SELECT set_config('app.school_id', $1, false)`, [place]);
    const { rows: tables } = await owner.query<{ name: string }>(tablesOf);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows: held } = await owner.query<{ text: string }>(
        `SELECT t::text AS text FROM ${name} AS t WHERE ${where} ORDER BY 1`,
        [...values],
      );
      found.push(...held.map(({ text }) => `${name}: ${text}`));
    }
    return found;
  } finally {
    await owner.end();
  }
}

/** Lists tables and rows that contain one of these texts as plaintext. */
function tablesWith(texts: readonly string[], place = school): Promise<string[]> {
  return textsOf(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`,
    't::text LIKE ANY ($1)',
    [texts.map((text) => `%${text}%`)],
    place,
  );
}

/** Reads everything that the tables hold of one child. */
function heldOf({ sysid }: Child): Promise<string[]> {
  return textsOf(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'student_id'
       AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = 'public') ORDER BY 1`,
    'student_id = $1',
    [sysid],
  );
}

const rows = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  server.context.db.readSchool(school, (tx) => tx.rows<Row>(text, [school, ...values]));

describe('eraseStudent', () => {
  it('deletes a PIN that was set aside when the school moved here', async () => {
    const child = await aChild(head, classSYSID);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE students SET pin_hash = NULL, pin_hash_elsewhere = pin_hash, pin_pepper_elsewhere = 'other'
         WHERE school_id = $1 AND id = $2`,
        [school, child.sysid],
      ),
    );
    await erase(child);
    const kept = await rows('SELECT pin_hash_elsewhere AS hash FROM students WHERE school_id = $1 AND id = $2', [
      child.sysid,
    ]);
    expect(kept).toEqual([{ hash: null }]);
  });

  it('needs a second person, who can approve or reject it', async () => {
    const child = await aChild(head, classSYSID);
    const before = (await head.ask<{ counts: { erasures: number } }>(todo)).body.counts.erasures;
    const asked = await bursar.ask<contract.Erasure>(contract.eraseStudent, { sysid: child.sysid, reason: REASON });
    expect(asked.body).toMatchObject({ studentSYSID: child.sysid, reason: REASON, own: true, blockers: [] });
    expect((await head.ask(contract.eraseStudent, { sysid: child.sysid, reason: REASON })).problem).toBe(
      'erase.under-way',
    );
    const waiting = await head.ask<contract.Erasure[]>(contract.getErasures, { studentSYSID: child.sysid });
    expect(waiting.body).toMatchObject([{ names: child.names, own: false }]);
    expect((await head.ask<{ counts: { erasures: number } }>(todo)).body.counts.erasures).toBe(before + 1);

    const own = await bursar.ask(contract.approveErase, { sysid: child.sysid });
    expect([own.status, own.problem]).toEqual([422, 'erase.same-person']);
    expect(
      await rows(
        `SELECT 1 FROM audit_events WHERE school_id = $1 AND action = 'student.erase-same-person' AND subject_id = $2`,
        [child.sysid],
      ),
    ).toHaveLength(1);
    for (const [endpoint, input] of [
      [contract.eraseStudent, { sysid: child.sysid, reason: REASON }],
      [contract.approveErase, { sysid: child.sysid }],
      [contract.rejectErase, { sysid: child.sysid }],
      [contract.getErasures, {}],
    ] as const)
      expect((await agent.ask(endpoint, input)).status).toBe(403);

    const bell = async () =>
      (await head.ask<NoticeRow[]>(getNotifications)).body.filter(
        ({ subject }) => subject?.id === child.admissionNumber,
      );
    expect(await bell()).toMatchObject([{ kind: 'erase.proposed' }]);
    expect((await bursar.ask(contract.rejectErase, { sysid: asked.body.sysid })).status).toBe(200);
    expect(await bell()).toEqual([]);
    expect((await head.ask(contract.approveErase, { sysid: child.sysid })).problem).toBe('erase.not-found');
    expect((await head.ask(students.getStudent, { sysid: child.sysid })).status).toBe(200);
  });

  it('the database rejects an approval by the proposer', async () => {
    const child = await aChild(head, classSYSID);
    await bursar.ask(contract.eraseStudent, { sysid: child.sysid, reason: REASON });
    await expect(
      server.context.db.inSchool(school, (tx) =>
        tx.row(
          `UPDATE erasures SET decision = 'approved', decided_by = by_user, decided_at = now() WHERE school_id = $1 AND student_id = $2`,
          [school, child.sysid],
        ),
      ),
    ).rejects.toThrow(/erasure_second_person/);
    await bursar.ask(contract.rejectErase, { sysid: child.sysid });
  });

  it('is refused with all reasons while the student has money or is inside', async () => {
    const child = await aChild(head, classSYSID);
    await head.ask(wallet.deposit, { admissionNumber: child.admissionNumber, amount: 50 });
    await head.ask(gate.checkInPin, { admissionNumber: child.admissionNumber, pin: PIN });
    const refused = await bursar.ask<{ detail: object }>(contract.eraseStudent, { sysid: child.sysid, reason: REASON });
    expect([refused.status, refused.problem, refused.body.detail]).toEqual([
      409,
      'erase.blocked',
      { reasons: ['money', 'inside'] },
    ]);
  });

  it('is refused while a reversal is pending, and redacts the reason of a decided one', async () => {
    // A separate school, because the check of the books would report a payment that the provider does not have.
    const place = await server.aSchool();
    const [one, other] = [await server.aPerson('SchoolAdmin', place), await server.aPerson('SchoolAdmin', place)];
    const admissionNumber = String(aNumber());
    const { body } = await one.ask<{ sysid: string }>(students.createStudent, {
      admissionNumber,
      names: 'Zawadi Cheptoo',
      classSYSID: await server.aClass(place),
      checkPin: PIN,
    });
    const reason = 'The aunt of Zawadi paid by mistake';
    const paid = await server.context.db.inSchool(place, (tx) =>
      credit(
        tx,
        { actor: null, place: null, idempotencyKey: body.sysid },
        {
          kind: 'collection',
          studentId: body.sysid,
          amount: 10_000n,
          counter: 'm-pesa',
          method: null,
          reference: 'UAFB4CK123',
        },
      ),
    );
    await one.ask(wallet.cashOutPin, { admissionNumber, pin: PIN, amount: 100, userName: one.phone });
    expect((await one.ask(wallet.proposeReversal, { sysid: paid.id, reason })).status).toBe(200);
    const ask = { sysid: body.sysid, reason: REASON };
    const refused = await one.ask<{ detail: object }>(contract.eraseStudent, ask);
    expect(refused.body.detail).toEqual({ reasons: ['approval'] });
    expect((await one.ask(wallet.rejectReversal, { sysid: paid.id })).status).toBe(200);
    expect((await one.ask(contract.eraseStudent, ask)).status).toBe(200);
    expect(await tablesWith([reason], place)).not.toEqual([]);
    expect((await other.ask(contract.approveErase, { sysid: body.sysid })).status).toBe(200);
    expect(await tablesWith([reason], place)).toEqual([]);
  });

  it('an approval is refused when money came in since', async () => {
    const child = await aChild(head, classSYSID);
    await bursar.ask(contract.eraseStudent, { sysid: child.sysid, reason: REASON });
    await head.ask(wallet.deposit, { admissionNumber: child.admissionNumber, amount: 50 });
    expect((await head.ask(contract.approveErase, { sysid: child.sysid })).problem).toBe('erase.blocked');
    expect((await head.ask(students.getStudent, { sysid: child.sysid })).status).toBe(200);
    await bursar.ask(contract.rejectErase, { sysid: child.sysid });
  });
});

describe('erased student', () => {
  let child: Child;
  let pseudonym: string;
  let other: Child;
  let before: {
    readonly sent: number;
    readonly held: Readonly<Record<string, number>>;
    readonly ofOther: readonly string[];
  };
  /** Counts the rows per table of the child who is erased; tables without rows are left out. */
  const rowsOfChild = async () => {
    const counts: Record<string, number> = {};
    for (const table of [
      ...['fingerprints', 'guardians', 'money_holds', 'picture_sketches', 'replaced_fingerprints'],
      ...['student_keys', 'student_locks', 'student_access_log', 'student_tries'],
    ]) {
      const found = await rows(`SELECT 1 FROM ${table} WHERE school_id = $1 AND student_id = $2`, [child.sysid]);
      if (found.length > 0) counts[table] = found.length;
    }
    return counts;
  };

  /** Creates a child on a bus, with a check-out, an overridden check-in and a list of collectors, whose texts name nobody. */
  async function anotherChild(): Promise<Child> {
    const made = await aChild(head, classSYSID);
    const { sysid: studentSYSID, admissionNumber } = made;
    const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
    await done(head.ask(addCollector, { studentSYSID, name: 'Mary Otieno', relation: 'Aunt' }));
    await done(head.ask(setLeavesAlone, { sysid: studentSYSID, leavesAlone: true }));
    const leave = { leavesFrom: '2999-01-01T08:00', returnBy: '2999-01-02T08:00', reason: 'Dentist' };
    await done(head.ask(grantExeat, { studentSYSID, ...leave }));
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    await done(
      head.ask(fingerprints.uploadStudentFingerprint, { StudentSYSID: studentSYSID, ...consent, ...print(871, 1) }),
    );
    const proof = { admissionNumber, pin: PIN };
    await done(head.ask(gate.checkInPin, proof));
    await done(head.ask(gate.checkOutPin, { ...proof, leavesAlone: true }));
    for (const override of ['', 'Went out unseen']) await done(head.ask(gate.checkInPin, { ...proof, override }));
    await done(head.ask(createBus, { busNumberPlate: 'KDB 871C', label: 'North' }));
    await done(head.ask(onBusKids, { busNumberPlate: 'KDB 871C', admissionNumber, override: 'Lost the card' }));
    return made;
  }

  beforeAll(async () => {
    child = await aKnownChild(server, head, classSYSID);
    other = await anotherChild();
    // Sealed before, so that some redacted rows are in the chain and others still wait.
    await sealTrail(server.context, new Map());
    const sent = server.sent.length;
    const { sysid, admissionNumber, names } = child;
    await head.ask(students.updateStudent, { sysid, checkPin: '815302' });
    const unseen = { admissionNumber, pin: '815302', override: `${names} came in by the kitchen` };
    expect((await head.ask(checkOutPin, unseen)).status).toBe(200);
    await bursar.ask(students.getStudent, { sysid: child.sysid });
    before = { sent, held: await rowsOfChild(), ofOther: await heldOf(other) };
    pseudonym = await erase(child);
  });

  it('had messages and rows in the tables before the erasure', async () => {
    expect(before.sent).toBeGreaterThan(0);
    expect(Object.keys(before.held)).toEqual(
      expect.arrayContaining([
        'fingerprints',
        'guardians',
        'money_holds',
        'picture_sketches',
        'student_keys',
        'student_access_log',
      ]),
    );
    const later = await aKnownChild(server, head, classSYSID);
    const tables = (await tablesWith([later.names, later.guardian, later.phone, later.admissionNumber])).join('\n');
    for (const name of ['students', 'guardians', 'audit_events', 'consents', 'bus_events', 'sms_messages'])
      expect(tables).toContain(`public.${name}: `);
  });

  it('appears in no table by name, number, guardian or phone', async () => {
    expect(await tablesWith([child.names, child.guardian, child.phone, child.admissionNumber])).toEqual([]);
  });

  it("another student's rows are unchanged", async () => {
    const tables = new Set(before.ofOther.map((row) => row.split(':')[0]));
    expect([...tables]).toEqual(
      expect.arrayContaining([
        ...['bus_states', 'collectors', 'exeats', 'fingerprints', 'gate_exceptions', 'gate_states', 'guardians'],
        ...['leaves_alone', 'releases', 'student_keys'],
      ]),
    );
    expect(await heldOf(other)).toEqual(before.ofOther);
  });

  it('appears in no sealed text, and keys, fingers and places are gone', async () => {
    const { keys } = server.context;
    const texts = await rows<{ id: string; text: Buffer }>(
      'SELECT id, text_sealed AS text FROM sms_messages WHERE school_id = $1 AND text_sealed IS NOT NULL',
    );
    for (const { id, text } of texts)
      expect(keys.open(`sms:${id}`, text).toString('utf8')).not.toContain(child.names.slice(0, 30));
    const answers = await rows<{ key: string; answer: string }>(
      `SELECT key, answer FROM idempotency_keys WHERE school_id = $1 AND answer <> ''`,
    );
    for (const { key, answer } of answers)
      expect(keys.open(`answer:${school}:${key}`, Buffer.from(answer, 'base64')).toString('utf8')).not.toContain(
        child.admissionNumber,
      );
    expect(await rowsOfChild()).toEqual({});
    const places = await rows<{ places: number }>(
      `SELECT (SELECT count(longitude) FROM gate_events WHERE school_id = $1 AND student_id = $2)::int
            + (SELECT count(longitude) FROM bus_events WHERE school_id = $1 AND student_id = $2)::int
            + (SELECT count(longitude) FROM meals WHERE school_id = $1 AND student_id = $2)::int AS places`,
      [child.sysid],
    );
    expect(places).toEqual([{ places: 0 }]);
  });

  it('is answered with 404 everywhere and appears in no list', async () => {
    const { sysid, admissionNumber, names } = child;
    for (const [endpoint, input] of [
      [students.getStudent, { sysid }],
      [students.getStudent, { admissionNumber }],
      [students.getCheckStudent, { admissionNumber }],
      [students.getContacts, { studentSYSID: sysid }],
      [students.restoreStudent, { sysid }],
      [students.updateStudent, { sysid, names }],
      [fingerprints.getFingerprints, { studentSYSID: sysid }],
      [fingerprints.getConsents, { studentSYSID: sysid }],
      [wallet.getWallet, { admissionNumber }],
      [wallet.getStatement, { admissionNumber }],
      [limits.getStudentLimits, { admissionNumber }],
      [reports.getHistory, { kind: 'student', sysid }],
      [contract.eraseStudent, { sysid, reason: REASON }],
    ] as const) {
      const { status } = await head.ask(endpoint, input);
      expect([endpoint.path, status]).toEqual([endpoint.path, 404]);
    }
    for (const [endpoint, input] of [
      [students.getStudents, { search: 'Cheptoo' }],
      [reports.getChecks, {}],
      [getExceptions, {}],
      [canteen.menuTracking, {}],
      [items.studentItems, {}],
      [messages.getMessages, {}],
      [getNotifications, {}],
    ] as const) {
      const { status, body } = await head.ask(endpoint, { ...input, page: 1, pageSize: 100 });
      expect(status).toBe(200);
      for (const said of [names, admissionNumber, pseudonym]) expect(JSON.stringify(body)).not.toContain(said);
    }
  });

  it('books and audit trail verify, and the money is kept under the pseudonym', async () => {
    expect((await verifyBooks(server.context, school)).findings).toEqual([]);
    await sealTrail(server.context, new Map());
    expect((await checkTrail(server.context, school, [])).findings).toEqual([]);
    const stands = await rows(
      `SELECT s.names, s.admission_number AS number, count(e.id)::int AS entries FROM students s
       JOIN journal_entries e ON e.school_id = s.school_id AND e.student_id = s.id
       WHERE s.school_id = $1 AND s.id = $2 GROUP BY 1, 2`,
      [child.sysid],
    );
    expect(stands).toEqual([{ names: `Erased student ${pseudonym}`, number: pseudonym, entries: 4 }]);
    const told = await rows(
      `SELECT detail FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action = 'student.erase'`,
      [child.sysid],
    );
    expect(told).toEqual([{ detail: { pseudonym } }]);
  });

  it('the closed wallet takes no reversal and no balance', async () => {
    const [deposit] = await rows<{ id: string }>(
      `SELECT id FROM journal_entries WHERE school_id = $1 AND student_id = $2 AND kind = 'cash-out'`,
      [child.sysid],
    );
    const back = await bursar.ask(wallet.reverse, { sysid: deposit?.id, reason: 'Wrong child' });
    expect([back.status, back.problem]).toEqual([404, 'wallet.receipt-not-found']);
    await expect(
      server.context.db.inSchool(school, (tx) =>
        tx.row('UPDATE accounts SET balance = 100 WHERE school_id = $1 AND id = $2', [school, child.sysid]),
      ),
    ).rejects.toThrow(/closed_wallet_is_empty/);
  });

  it('the number can be reused, and keys used for the student are void', async () => {
    const { admissionNumber, sysid } = child;
    const again = { sysid, names: child.names };
    expect((await head.ask(students.updateStudent, again, { key: `names-of-${sysid}` })).problem).toBe(
      'idempotency.void',
    );
    const made = await head.ask(students.createStudent, { admissionNumber, names: 'Otieno Were', classSYSID });
    expect(made.status).toBe(200);
  });
});

describe('sealed audit trail', () => {
  it('a changed row is found, even with a redaction mark', async () => {
    const one = await aChild(head, classSYSID);
    await sealTrail(server.context, new Map());
    const [row] = await rows<{ id: string }>(
      `SELECT id FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action = 'student.create'`,
      [one.sysid],
    );
    const change = (detail: object) =>
      server.context.db.inSchool(school, (tx) =>
        tx.row('UPDATE audit_events SET detail = $3 WHERE school_id = $1 AND id = $2', [school, row?.id, detail]),
      );
    await expect(change({ names: 'Somebody Else' })).rejects.toThrow(/append-only/);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`INSERT INTO audit_redactions (school_id, event_id, mac) VALUES ($1, $2, '')`, [school, row?.id]),
    );
    await change({ names: 'Somebody Else' });
    const found = () => checkTrail(server.context, school, []).then(({ findings }) => findings);
    expect(await found()).toMatchObject([{ kind: 'changed', eventId: row?.id }]);
    // A redaction hides no earlier change: the row does not fit its seal, before or after.
    await server.context.db.inSchool(school, (tx) =>
      redactTrail(tx, server.context.keys, {
        subjects: [one.sysid],
        words: [],
        wholeWords: [],
        pattern: new NamePattern([]),
      }),
    );
    expect(await found()).toMatchObject([{ kind: 'changed', eventId: row?.id }]);
  });
});
