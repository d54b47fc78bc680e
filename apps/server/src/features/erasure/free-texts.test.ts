import * as canteen from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/erasure';
import * as messages from '@mfuko/contract/messages';
import * as students from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { checkTrail } from '../../platform/audit/check.ts';
import { sealTrail } from '../../platform/audit/seal.ts';
import { columnsWithWords, plant } from './every-table.testkit.ts';
import { aChild, type Child } from './known-child.testkit.ts';
import { NO_FREE_TEXT } from './no-free-text.testkit.ts';

let server: TestServer;
let school: string;
let head: Person;
let bursar: Person;
let child: Child;
let other: Child;
let owner: pg.Client;

/** The child as people refer to it in texts. */
let said: readonly string[];

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  [head, bursar] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  const classSYSID = await server.aClass(school);
  [child, other] = [await aChild(head, classSYSID), await aChild(head, classSYSID)];
  const [first = '', second = '', last = ''] = child.names.split(' ');
  said = [child.names, `${second.toUpperCase()} ${first.toLowerCase()}`, last.toLowerCase(), child.admissionNumber];
  const asSuperuser = new URL(inject('testServer').superuserUrl);
  asSuperuser.pathname = new URL(server.ownerUrl).pathname;
  owner = new pg.Client({ connectionString: asSuperuser.href });
  await owner.connect();
  await owner.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

async function erase({ sysid }: Child): Promise<void> {
  expect((await bursar.ask(contract.eraseStudent, { sysid, reason: 'The family asked for it' })).status).toBe(200);
  expect((await head.ask(contract.approveErase, { sysid })).status).toBe(200);
}

describe('free texts of a school', () => {
  it('each text column is marked as a free text or listed with a reason', async () => {
    const columns = await columnsWithWords(owner);
    const unsaid = columns.filter(({ table, column, mark }) => {
      const why = Object.values(NO_FREE_TEXT).some((tables) => tables[table]?.split(' ').includes(column));
      return why === (mark === 'free text');
    });
    expect(unsaid.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });

  it('an erasure redacts the student in every free text, also in rows of nobody', async () => {
    const marked = (await columnsWithWords(owner)).filter(({ mark }) => mark === 'free text');
    const tables = new Map(marked.map(({ table }) => [table, marked.filter((one) => one.table === table)]));
    const { names } = child;
    for (const [table, columns] of tables)
      await plant(
        owner,
        school,
        table,
        Object.fromEntries(
          columns.map(({ column, type }) => [
            column,
            type === 'jsonb' ? { why: [`Seen with ${names}`, 'Otieno'] } : `On ${names}.`,
          ]),
        ),
      );
    const [first = ''] = names.split(' ');
    await plant(owner, school, 'student_items', { student_id: child.sysid, handed_out: 1, name: `Shoes for ${first}` });
    await plant(owner, school, 'student_items', { student_id: other.sysid, name: `Shoes for ${first}` });
    for (const text of said) await plant(owner, school, 'tills', { note: `On ${text}.` });
    const found = async () => {
      const holding: string[] = [];
      for (const { table, column } of marked) {
        const { rowCount } = await owner.query(
          `SELECT 1 FROM ${table} WHERE school_id = $1 AND ${column}::text ILIKE ANY ($2)`,
          [school, said.map((text) => `%${text}%`)],
        );
        if (rowCount) holding.push(`${table}.${column}: ${rowCount}`);
      }
      return holding;
    };
    expect(await found()).toHaveLength(marked.length);
    await erase(child);
    expect(await found()).toEqual([]);
  });

  it('an erasure keeps the rest of the text and mentions of others', async () => {
    const shoes = await owner.query<{ own: boolean; name: string }>(
      `SELECT student_id = $2 AS own, name FROM student_items WHERE school_id = $1 AND name LIKE 'Shoes%' ORDER BY own`,
      [school, child.sysid],
    );
    // Others have the same name; in a row of the child's own, it means the child.
    expect(shoes.rows).toEqual([
      { own: false, name: `Shoes for ${other.names.split(' ')[0]}` },
      { own: true, name: 'Shoes for …' },
    ]);
    const { rows } = await owner.query<{ note: string }>('SELECT note FROM tills WHERE school_id = $1', [school]);
    expect(new Set(rows.map(({ note }) => note))).toEqual(new Set(['On ….']));
    expect((await head.ask(students.getStudent, { sysid: other.sysid })).body).toMatchObject({ names: other.names });
  });
});

describe('sealed texts', () => {
  it('an erasure redacts announcements, stored answers and the audit trail, which still verifies', async () => {
    const winner = await aChild(head, await server.aClass(school));
    const last = winner.names.split(' ').at(-1)?.toLowerCase() ?? '';
    const { body } = await head.ask<{ recipients: number }>(messages.countAudience, {});
    const text = `${winner.names} won the race`;
    expect((await head.ask(messages.announce, { textEn: text, recipients: body.recipients })).status).toBe(200);
    const plate = { name: `Cake of ${last}`, description: '', quantityPerPerson: 1, price: 50 };
    expect((await head.ask(canteen.createMenu, plate, { key: crypto.randomUUID() })).status).toBe(200);
    await server.runJobs();
    await sealTrail(server.context, new Map());
    const trail = async () => {
      const { rows } = await owner.query<{ detail: string }>(
        'SELECT detail::text FROM audit_events WHERE school_id = $1 AND detail::text ILIKE $2',
        [school, `%${last}%`],
      );
      return rows;
    };
    const texts = async () => {
      const { rows } = await owner.query<{ id: string; sealed: Buffer }>(
        `SELECT id, text_sealed AS sealed FROM sms_messages WHERE school_id = $1 AND text_sealed IS NOT NULL AND kind = 'announcement'`,
        [school],
      );
      return rows.map(({ id, sealed }) => server.context.keys.open(`sms:${id}`, sealed).toString('utf8'));
    };
    const answers = async () => {
      const { rows } = await owner.query<{ key: string; answer: string }>(
        `SELECT key, answer FROM idempotency_keys WHERE school_id = $1 AND answer <> ''`,
        [school],
      );
      const opened = rows.map(({ key, answer }) =>
        server.context.keys.open(`answer:${school}:${key}`, Buffer.from(answer, 'base64')).toString('utf8'),
      );
      return opened.filter((one) => one.includes(plate.name));
    };
    expect(await answers()).not.toEqual([]);
    expect((await texts()).some((one) => one.includes(text))).toBe(true);
    expect(await trail()).not.toEqual([]);
    await erase(winner);
    expect((await texts()).filter((one) => one.toLowerCase().includes(last))).toEqual([]);
    expect((await texts()).some((one) => one.includes('… won the race'))).toBe(true);
    expect([await trail(), await answers()]).toEqual([[], []]);
    await sealTrail(server.context, new Map());
    expect((await checkTrail(server.context, school, [])).findings).toEqual([]);
  });
});
