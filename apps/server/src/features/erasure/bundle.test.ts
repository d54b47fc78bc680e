import { Buffer } from 'node:buffer';
import { globSync, readFileSync } from 'node:fs';
import { addCollector, removeCollector } from '@mfuko/contract/collectors';
import { eraseStudent, getBundle } from '@mfuko/contract/erasure';
import * as students from '@mfuko/contract/students';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { BUNDLE_PARTS } from './bundle-parts.ts';
import { CODED, isWorded } from './bundle-words.ts';
import { aChild, aKnownChild, type Child, PIN } from './known-child.testkit.ts';
import { NOT_TOLD, NOT_TOLD_COLUMNS } from './not-told.testkit.ts';

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

let server: TestServer;
let school: string;
let classSYSID: string;
let head: Person;
let child: Child;
let other: Child;
let json: string;
let html: string;
let parts: Rows;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
  [child, other] = [await aKnownChild(server, head, classSYSID), await aKnownChild(server, head, classSYSID)];
  // A sibling with the same phone.
  await head.ask(students.addContact, { studentSYSID: other.sysid, name: 'Aunt', mobileNumber: child.phone });
  await head.ask(students.updateStudent, { sysid: other.sysid, checkPin: '815302' });
  // Changes the PIN, so that cash is held and the bundle has a hold.
  await head.ask(students.updateStudent, { sysid: child.sysid, checkPin: '815302' });
  // Nothing blocks the erasure: staff are notified for a second person.
  expect((await head.ask(eraseStudent, { sysid: child.sysid, reason: 'The family moves' })).status).toBe(200);
  ({ json, html } = await bundleOf(child));
  parts = JSON.parse(json);
});
afterAll(() => server.close());

const fetchBundle = (who: Person, input: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: `/api/${getBundle.path}`,
    query: input,
    headers: { ...clientHeaders(server.context, who.token), ...headers },
  });

async function bundleOf({ sysid }: { readonly sysid: string }, language?: string) {
  const { statusCode, rawPayload, headers } = await fetchBundle(head, { sysid, ...(language ? { language } : {}) });
  expect(statusCode).toBe(200);
  const files = unzipSync(rawPayload);
  expect(Object.keys(files)).toEqual(['bundle.json', 'bundle.html']);
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  return { json: textOf('bundle.json'), html: textOf('bundle.html'), headers };
}

describe('bundle of a student', () => {
  it('contains what each part of the product stores about the student', () => {
    expect(parts).toMatchObject({
      student: [{ names: child.names, admissionNumber: child.admissionNumber, hasPin: true, status: 'active' }],
      guardians: [{ name: child.guardian, mobileNumber: child.phone }],
      consents: [{ givenBy: child.guardian, relation: 'Mother', consentMethod: 'paper' }],
      fingers: [{ impressions: 1 }],
      limits: [{ scope: 'guardian', cashDay: 400, wishedBy: child.guardian }],
      money: [
        { movement: 'deposit', amount: 500, balanceAfter: 500 },
        { movement: 'cash-out', amount: 300, balanceAfter: 200 },
        { movement: 'canteen', amount: 100, balanceAfter: 100 },
        { movement: 'item', amount: 100, balanceAfter: 0 },
      ],
      wallet: [{ balance: 0 }],
      meals: [{ amount: 100, latitude: expect.any(Number) }],
      items: [{ item: 'Jumper', price: 100, handedOut: 1 }],
      itemEvents: [{ itemEvent: 'handOut' }],
      passages: [{ passage: 'in', longitude: expect.any(Number) }, { passage: 'out' }],
      rides: [{ ride: 'on', reason: `${child.names} lost the card` }, { ride: 'off' }],
      holds: [{ means: 'pin' }],
      erasures: [{ reason: 'The family moves', decision: null }],
      notices: [{ notice: 'erase.proposed' }],
    });
    expect(JSON.stringify(parts.messages)).toContain(child.names.slice(0, 20));
  });

  it('names who did what, and lists earlier bundles', async () => {
    const by = parts.guardians && parts.trail?.find(({ action }) => action === 'student.create')?.by;
    expect(by).toEqual(expect.stringMatching(/^\S+ \S+/));
    expect(parts.money?.every((row) => row.by === by)).toBe(true);
    expect(parts.trail?.some(({ action }) => action === 'student.bundle')).toBe(false);
    const { trail } = JSON.parse((await bundleOf(child)).json) as Rows;
    expect(trail?.filter(({ action, by: who }) => action === 'student.bundle' && who === by)).not.toEqual([]);
  });

  it('names who opened the record and who removed a collector', async () => {
    const seen = await aChild(head, classSYSID);
    expect((await head.ask(students.getStudent, { sysid: seen.sysid })).status).toBe(200);
    const uncle = { studentSYSID: seen.sysid, name: 'Joseph Otieno', relation: 'Uncle' };
    const added = await head.ask<{ sysid: string }>(addCollector, uncle);
    expect((await head.ask(removeCollector, { sysid: added.body.sysid })).status).toBe(200);
    const { looks, collectors } = JSON.parse((await bundleOf(seen)).json) as Rows;
    const by = collectors?.[0]?.by;
    expect(by).toEqual(expect.stringMatching(/^\S+ \S+/));
    expect(looks).toMatchObject([{ by, times: 1 }]);
    expect(collectors).toMatchObject([{ removedBy: by }]);
  });

  it('contains no PIN, fingerprint or data of another student', async () => {
    const secrets = await server.context.db.readSchool(school, (tx) =>
      tx.rows<{ secret: string | Buffer }>(`SELECT pin_hash AS secret FROM students WHERE school_id = $1 AND id = $2`, [
        school,
        child.sysid,
      ]),
    );
    const [{ secret } = { secret: '' }] = secrets;
    expect(String(secret)).toContain('argon2');
    const impressions = await asOwner<{ template: string }>(
      server,
      school,
      `SELECT encode(sealed_template, 'hex') AS template FROM fingerprints WHERE student_id = $1`,
      [child.sysid],
    );
    expect(impressions).toHaveLength(1);
    for (const text of [json, html]) {
      for (const no of [String(secret), 'argon2', `"${PIN}"`, `>${PIN}<`, ...impressions.map((one) => one.template)])
        expect(text).not.toContain(no);
      for (const said of [other.names, other.guardian, other.phone, other.admissionNumber, other.sysid])
        expect(text).not.toContain(said);
    }
  });

  it('the page has a word in both languages for each field and code', async () => {
    for (const said of [child.names, child.phone, 'Cash paid out', 'Pesa taslimu zimetolewa', 'Guardians', 'Walezi'])
      expect(html).toContain(said);
    expect(html).toMatch(/id="en" checked/);
    // Printed tables fit the sheet: a scrolling table would be cut off, and its head would appear on the first sheet only.
    expect(html).toMatch(/@media print\{.*table\{display:table;width:100%/s);
    expect((await bundleOf(child, 'sw')).html).toMatch(/id="sw" checked/);
    const unworded = Object.entries(parts).flatMap(([part, rows]) =>
      Array.isArray(rows)
        ? [
            ...(isWorded('part', part) ? [] : [part]),
            ...rows.flatMap((row) =>
              Object.entries(row).flatMap(([field, value]) => [
                ...(isWorded('field', field) ? [] : [`${part}.${field}`]),
                ...(CODED.has(field) &&
                field !== 'action' &&
                typeof value === 'string' &&
                !isWorded('code', value, field)
                  ? [`${field}: ${value}`]
                  : []),
              ]),
            ),
          ]
        : [],
    );
    expect([...new Set(unworded)]).toEqual([]);
    expect(BUNDLE_PARTS.map(({ name }) => name).filter((name) => !isWorded('part', name))).toEqual([]);
  });

  it('escapes HTML in names', async () => {
    const names = `Amani <script>alert('x')</script> <img src=x onerror="alert(1)">`;
    const made = await head.ask<{ sysid: string }>(students.createStudent, {
      admissionNumber: '918273645',
      names,
      classSYSID,
    });
    await head.ask(students.addContact, {
      studentSYSID: made.body.sysid,
      name: `</td><script src=//x></script>`,
      mobileNumber: '254711223344',
    });
    const page = await bundleOf({ sysid: made.body.sysid });
    expect(JSON.parse(page.json).student[0].names).toBe(names);
    expect(page.html).not.toMatch(/<script|<img|<\/td><script/);
    expect(page.html).toContain('&#60;script&#62;');
    expect(page.html).toContain(`default-src 'none'`);
  });

  it("is sent with no-store under a file name without the student's name", async () => {
    const { headers } = await bundleOf(child);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toBe(`attachment; filename="bundle-${child.sysid}.zip"`);
  });

  it("is for the school's office and Admins only, and audited", async () => {
    const [agent, stranger, admin] = [
      await server.aPerson('CheckAgent', school, ['gate', 'canteen', 'bus', 'cashier']),
      await server.aPerson('SchoolAdmin', await server.aSchool()),
      await server.aPerson('Admin'),
    ];
    const { sysid } = child;
    const told = () =>
      server.context.db.readSchool(school, (tx) =>
        tx.rows(
          `SELECT 1 FROM audit_events WHERE school_id = $1 AND action = 'student.bundle' AND subject_id = $2 AND actor_id IS NOT NULL`,
          [school, sysid],
        ),
      );
    const before = (await told()).length;
    expect((await fetchBundle(agent, { sysid })).statusCode).toBe(403);
    expect((await fetchBundle(stranger, { sysid })).statusCode).toBe(404);
    expect((await fetchBundle(stranger, { sysid }, { school })).statusCode).toBe(403);
    expect(await told()).toHaveLength(before);
    expect((await fetchBundle(admin, { sysid }, { school })).statusCode).toBe(200);
    expect(await told()).toHaveLength(before + 1);
  });
});

describe('bundle completeness', () => {
  it('each table about students is in the bundle or has a reason to be left out', async () => {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    const { rows } = await owner
      .query<{ name: string }>(
        `WITH RECURSIVE links AS (
           SELECT c.conrelid AS from_table, c.confrelid AS to_table FROM pg_constraint c WHERE c.contype = 'f'
         ), about AS (
           SELECT a.attrelid AS id FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
           WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND NOT a.attisdropped
             AND (a.attname ~ 'student|admission|guardian|child' OR a.attname IN ('subject_id', 'to_sealed'))
           UNION SELECT 'students'::regclass::oid
           UNION SELECT l.from_table FROM links l JOIN about a ON l.to_table = a.id
         )
         SELECT DISTINCT id::regclass::text AS name FROM about ORDER BY 1`,
      )
      .finally(() => owner.end());
    const told = new Set([...BUNDLE_PARTS.flatMap(({ tables }) => tables), ...Object.keys(NOT_TOLD)]);
    expect(rows.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
    const there = new Set(rows.map(({ name }) => name));
    expect([...told].filter((name) => !there.has(name))).toEqual([]);
  });

  it('each column of these tables is in the bundle or listed as left out', async () => {
    const sources = globSync(new URL('../*/bundle*.ts', import.meta.url).pathname, {
      exclude: (name) => /[.-](test|words|codes)\.ts$/.test(name),
    });
    // A comment tells the family nothing.
    const texts = sources.map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*?$/gms, ''));
    const columns = await server.context.db.readSchool(school, (tx) =>
      tx.rows<{ table: string; column: string }>(
        `SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND c.relname = ANY($1::text[])
         ORDER BY 1, 2`,
        [BUNDLE_PARTS.flatMap(({ tables }) => tables)],
      ),
    );
    const silent = columns
      .filter(
        ({ table, column }) =>
          !texts.some((text) => text.includes(`'${table}'`) && new RegExp(`\\b${column}\\b`).test(text)),
      )
      .map(({ table, column }) => `${table}.${column}`);
    const leftOut = Object.entries(NOT_TOLD_COLUMNS).flatMap(([table, names]) =>
      names.split(' ').map((name) => `${table}.${name}`),
    );
    expect(silent.toSorted()).toEqual(leftOut.toSorted());
  });
});
