import { getLimits, type Limits } from '@mfuko/contract/limits';
import * as contract from '@mfuko/contract/schools';
import { whoAmI } from '@mfuko/contract/session';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let admin: Person;
let county: string;
let png: Buffer;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
  const counties = await admin.ask<{ sysid: string; name: string }[]>(contract.getCounties);
  expect(counties.body).toHaveLength(47);
  expect(counties.body.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kisumu', 'Mombasa', 'Nairobi City']));
  county = counties.body[0]?.sysid ?? '';
  png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0b6e4f' } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());

function registration(extra: object = {}) {
  return {
    CountySYSID: county,
    SchoolCode: `K${aNumber()}`,
    OfficialName: 'Kilimo Academy',
    ShortName: 'Kilimo',
    Pobox: '101',
    Town: 'Kisumu',
    Logo: { filename: 'logo.png', mimetype: 'image/png', bytes: png },
    ...extra,
  };
}

describe('registering a school', () => {
  it('returns the school with token, app id and a re-encoded logo', async () => {
    const trailing = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
    const logo = { filename: 'x.svg', mimetype: 'image/svg+xml', bytes: trailing };
    const answer = await admin.ask<{ sysid: string; token: string; appId: string; b64Logo: string }>(
      contract.createSchool,
      registration({ Logo: logo }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.token.length).toBeGreaterThan(30);
    expect(answer.body.appId).not.toBe('');
    const stored = Buffer.from(answer.body.b64Logo, 'base64');
    expect(stored.includes('<script>')).toBe(false);
    expect((await sharp(stored).metadata()).width).toBe(512);
  });

  it('registers a school for an Admin whose request names another school', async () => {
    const other = await server.aSchool();
    expect((await admin.ask(contract.createSchool, registration(), { school: other })).status).toBe(200);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', Buffer.from('no picture')],
    ['a broken PNG', Buffer.from('89504e470d0a1a0a00000000', 'hex')],
  ])('refuses %s as a logo', async (_what, bytes) => {
    const logo = { filename: 'logo.png', mimetype: 'image/png', bytes };
    const answer = await admin.ask(contract.createSchool, registration({ Logo: logo }));
    expect(answer.problem).toBe('school.bad-logo');
  });

  it('refuses as a logo a small file that unpacks to too many pixels', async () => {
    const blank = sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: 'white' } });
    const bytes = await blank.toColourspace('b-w').png().toBuffer();
    expect(bytes.length).toBeLessThan(200_000);
    const logo = { filename: 'logo.png', mimetype: 'image/png', bytes };
    const answer = await admin.ask(contract.createSchool, registration({ Logo: logo }));
    expect(answer.problem).toBe('school.bad-logo');
  });

  it('refuses a missing logo, a missing or long field and an unknown county, naming the field', async () => {
    const { Logo: _logo, ...noLogo } = registration();
    expect((await admin.ask(contract.createSchool, noLogo)).body).toMatchObject({
      detail: { fields: { Logo: 'Please choose a valid image.' } },
    });
    const bare = await admin.ask(contract.createSchool, registration({ Town: ' ', OfficialName: 'x'.repeat(121) }));
    expect(bare.body).toEqual({
      code: '400',
      message: 'Please check your input: OfficialName must be at most 120 characters',
      problem: 'input.malformed',
      detail: {
        fields: { OfficialName: 'must be at most 120 characters', Town: 'is required' },
        fieldCodes: { OfficialName: { code: 'too-long', params: { longest: 120 } }, Town: { code: 'required' } },
      },
    });
    const nowhere = await admin.ask(contract.createSchool, registration({ CountySYSID: crypto.randomUUID() }));
    expect(nowhere.body).toMatchObject({ detail: { fields: { CountySYSID: 'is not a county' } } });
  });

  it('sets the rules that the registration names and no others', async () => {
    const rules = {
      RequireTill: 'true',
      RequireProofForItems: 'true',
      HoldFirstMeans: 'true',
      RequireSecondFactor: 'true',
      RequireCollector: 'true',
      RequireExeat: 'true',
    };
    const made = async (more: object) => {
      const { body } = await admin.ask<{ sysid: string }>(contract.createSchool, registration(more));
      const settings = await admin.ask<contract.SchoolSettings>(contract.getSchoolSettings, { sysid: body.sysid });
      const { requireTill, requireProofForItems, holdFirstMeans, requireSecondFactor } = settings.body;
      const { requireCollector, requireExeat } = settings.body;
      const money = [requireTill, requireProofForItems, holdFirstMeans, requireSecondFactor];
      return { school: body.sysid, rules: [...money, requireCollector, requireExeat] };
    };
    expect((await made({})).rules).toEqual(Array(6).fill(false));
    const strict = await made(rules);
    expect(strict.rules).toEqual(Array(6).fill(true));
    const head = await server.aPerson('SchoolAdmin', strict.school);
    expect((await head.ask(contract.getClasses)).problem).toBe('session.factor-due');
  });

  it('sets the fingerAlone and firstPin limits that it names, with an audit row, and no others', async () => {
    const made = async (more: object) => {
      const { body, status } = await admin.ask<{ sysid: string }>(contract.createSchool, registration(more));
      if (status !== 200) return status;
      const set = await admin.ask<Limits>(getLimits, { scope: 'school' }, { school: body.sysid });
      const trail = await server.context.db.readSchool(body.sysid, (tx) =>
        tx.rows(`SELECT detail FROM audit_events WHERE action = 'school.limits'`),
      );
      return [set.body.fingerAlone, set.body.firstPin, trail];
    };
    const told = (limits: object) => [{ detail: { changes: limits } }];
    const to = (amount: string) => ({ from: null, to: amount });
    expect(await made({})).toEqual([null, null, []]);
    expect(await made({ FingerAlone: '', FirstPin: '' })).toEqual([null, null, []]);
    expect(await made({ FingerAlone: '200' })).toEqual([200, null, told({ fingerAlone: to('KES 200.00') })]);
    const both = { fingerAlone: to('KES 0.00'), firstPin: to('KES 500.00') };
    expect(await made({ FingerAlone: '0', FirstPin: '500' })).toEqual([0, 500, told(both)]);
    expect(await made({ FingerAlone: 'much' })).toBe(400);
  });

  it('refuses a taken code whatever its case', async () => {
    const first = registration({ SchoolCode: 'kla-1' });
    expect((await admin.ask(contract.createSchool, first)).status).toBe(200);
    expect((await admin.ask(contract.createSchool, registration({ SchoolCode: 'KLA-1' }))).problem).toBe(
      'school.duplicate',
    );
  });

  it('registers once per Idempotency-Key and refuses the key with other input', async () => {
    const input = registration();
    const key = `school-${aNumber()}`;
    const first = await admin.ask(contract.createSchool, input, { key });
    const again = await admin.ask(contract.createSchool, input, { key });
    expect(again.body).toEqual(first.body);
    const other = await admin.ask(contract.createSchool, { ...input, Town: 'Siaya' }, { key });
    expect(other.problem).toBe('idempotency.other-input');
  });

  it('getSchools pages, counts, searches and refuses an unknown sort', async () => {
    const page = await admin.ask<unknown[]>(contract.getSchools, { page: 1, pageSize: 1, sort: '-dateCreated' });
    expect(page.body).toHaveLength(1);
    expect(Number(page.headers['x-total-count'])).toBeGreaterThan(1);
    const found = await admin.ask<unknown[]>(contract.getSchools, { search: 'kla-1' });
    expect(found.body).toMatchObject([
      { schoolCode: 'kla-1', officialName: 'Kilimo Academy', shortName: 'Kilimo', pobox: '101', town: 'Kisumu' },
    ]);
    expect((await admin.ask(contract.getSchools, { sort: 'id; DROP TABLE schools' })).status).toBe(400);
  });

  it('viewSchools lists id and short name only, without deleted schools', async () => {
    const { body: made } = await admin.ask<{ sysid: string }>(
      contract.createSchool,
      registration({ ShortName: 'Zuri' }),
    );
    const { body: gone } = await admin.ask<{ sysid: string }>(
      contract.createSchool,
      registration({ ShortName: 'Zuri' }),
    );
    expect((await admin.ask(contract.deleteSchool, { sysid: gone.sysid })).status).toBe(200);
    const picked = await admin.ask<unknown[]>(contract.viewSchools, { search: 'zuri' });
    expect(picked.body).toEqual([{ sysid: made.sysid, shortName: 'Zuri' }]);
    expect(picked.headers['x-total-count']).toBe('1');
  });
});

describe('getPaperHead', () => {
  it('returns name, address and logo of the own school to cashier, gate and bus agents', async () => {
    const { body: made } = await admin.ask<{ sysid: string; b64Logo: string }>(contract.createSchool, registration());
    const cashier = await server.aPerson('CheckAgent', made.sysid, ['cashier']);
    const head = await cashier.ask(contract.getPaperHead);
    const { b64Logo } = made;
    expect(head.body).toEqual({ officialName: 'Kilimo Academy', pobox: '101', town: 'Kisumu', b64Logo });
    for (const duty of ['gate', 'bus'] as const) {
      const agent = await server.aPerson('CheckAgent', made.sysid, [duty]);
      expect((await agent.ask(contract.getPaperHead)).body).toEqual(head.body);
    }
    const elsewhere = await server.aPerson('CheckAgent', await server.aSchool('Mbali'), ['cashier']);
    const other = await elsewhere.ask(contract.getPaperHead);
    expect(other.body).toMatchObject({ officialName: 'Mbali Academy', b64Logo: null });
    await admin.ask(contract.deleteSchool, { sysid: made.sysid });
    const gone = await admin.ask(contract.getPaperHead, {}, { school: made.sysid });
    expect(gone.problem).toBe('school.not-found');
  });
});

describe('payment configuration', () => {
  let codes = 512_344;
  // Use new short codes for each test, since a code belongs to one school.
  beforeEach(() => {
    codes++;
    config.shortCode = String(codes);
    config.lnmShortCode = codes;
  });
  const config = {
    contactName: 'Achieng Were',
    contactNumber: '254711223344',
    contactEmail: 'bursar@example.com',
    shortCode: '512345',
    lnmShortCode: 512345,
    initiator: 'schoolapi',
    apiUser: 'portal',
    consumerKey: 'canary-consumer-key',
    consumerSecret: 'canary-consumer-secret',
    securityCredential: 'canary-security-credential',
    lnmPassWord: 'canary-lnm-password',
    apiPassword: 'canary-api-password',
  };

  it('is neither returned nor stored in plain text', async () => {
    const schoolSYSID = await server.aSchool();
    expect((await admin.ask(contract.schoolConfig, { schoolSYSID, ...config })).status).toBe(200);
    const shown = await admin.ask<Record<string, unknown>>(contract.getSchoolConfig, { schoolSYSID });
    expect(shown.body).toMatchObject({
      shortCode: String(codes),
      consumerKey: { set: true, last4: '-key', updatedBy: 'Wanjiru Otieno' },
    });
    expect(JSON.stringify(shown.body)).not.toContain('canary');
    const rows = await server.context.db.inSchool(schoolSYSID, (tx) =>
      tx.rows('SELECT * FROM payment_secrets, audit_events'),
    );
    expect(JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      'canary',
    );
    for (const row of rows as { sealed: Buffer }[]) expect(row.sealed.includes('canary')).toBe(false);
  });

  it('refuses a short code that another school has, as paybill or till', async () => {
    const [first, second] = [await server.aSchool(), await server.aSchool()];
    const set = (schoolSYSID: string, shortCode: string, lnmShortCode: string) =>
      admin.ask<{ problem: string; detail: unknown }>(contract.schoolConfig, {
        ...{ schoolSYSID, ...config },
        ...{ shortCode, lnmShortCode },
      });
    expect((await set(first, '700001', '700002')).status).toBe(200);
    expect((await set(first, '700001', '700002')).status).toBe(200);
    for (const [code, lnmCode, taken] of [
      ['700001', '700009', '700001'],
      ['700009', '700001', '700001'],
      ['700002', '700009', '700002'],
      ['700009', '700002', '700002'],
    ] as const) {
      const refused = await set(second, code, lnmCode);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { problem: 'payment.short-code-taken', detail: { shortCode: taken } },
      ]);
    }
    const shown = await admin.ask<{ shortCode: string | null }>(contract.getSchoolConfig, { schoolSYSID: second });
    expect(shown.body.shortCode).toBe(null);
    // A code that the first school gave up is free for the second.
    expect((await set(first, '700003', '700003')).status).toBe(200);
    expect((await set(second, '700001', '700002')).status).toBe(200);
    expect((await set(first, '700003', '700002')).status).toBe(409);
  });

  it('four schools claiming one short code at once: one gets it', async () => {
    const schools = await Promise.all(Array.from({ length: 4 }, () => server.aSchool()));
    const answers = await Promise.all(
      schools.map((schoolSYSID, place) =>
        // Half of the calls swap the two codes, to provoke a deadlock.
        admin.ask(contract.schoolConfig, {
          ...{ schoolSYSID, ...config },
          shortCode: place % 2 ? '700101' : '700102',
          lnmShortCode: place % 2 ? '700102' : '700101',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('keeps an omitted secret and replaces a given one', async () => {
    const schoolSYSID = await server.aSchool();
    await admin.ask(contract.schoolConfig, { schoolSYSID, ...config });
    const sealed = async () => {
      const rows = await server.context.db.inSchool(schoolSYSID, (tx) =>
        tx.rows<{ name: string; sealed: Buffer }>(
          `SELECT name, sealed FROM payment_secrets WHERE name IN ('consumerKey', 'consumerSecret') ORDER BY name`,
        ),
      );
      return rows.map((row) => row.sealed.toString('hex'));
    };
    const [key, secret] = await sealed();
    const { consumerSecret: _secret, ...rest } = config;
    await admin.ask(contract.schoolConfig, { schoolSYSID, ...rest, consumerKey: 'another-consumer-KEYS' });
    expect(await sealed()).toEqual([expect.not.stringMatching(key ?? ''), secret]);
    const shown = await admin.ask(contract.getSchoolConfig, { schoolSYSID });
    expect(shown.body).toMatchObject({ consumerKey: { last4: 'KEYS' }, consumerSecret: { set: true } });
  });

  it('a repeated key returns the first answer and is refused for another school', async () => {
    const [one, other] = [await server.aSchool(), await server.aSchool()];
    const key = `config-${aNumber()}`;
    const first = await admin.ask(contract.schoolConfig, { schoolSYSID: one, ...config }, { key });
    expect((await admin.ask(contract.schoolConfig, { schoolSYSID: one, ...config }, { key })).body).toEqual(first.body);
    const clash = await admin.ask(contract.schoolConfig, { schoolSYSID: other, ...config }, { key });
    expect(clash.problem).toBe('idempotency.other-input');
    const untouched = await admin.ask(contract.getSchoolConfig, { schoolSYSID: other });
    expect(untouched.body).toMatchObject({ shortCode: null });
  });

  it('of an unknown school answers school.not-found', async () => {
    const schoolSYSID = crypto.randomUUID();
    expect((await admin.ask(contract.schoolConfig, { schoolSYSID, ...config })).problem).toBe('school.not-found');
    expect((await admin.ask(contract.getSchoolConfig, { schoolSYSID })).problem).toBe('school.not-found');
  });
});

describe('classes', () => {
  it('belong to one school, with unique names whatever their case', async () => {
    const [a, b] = [await server.aSchool(), await server.aSchool()];
    const bursar = await server.aPerson('SchoolAdmin', a);
    const made = await bursar.ask<{ className: string }>(contract.createClass, { className: ' Grade 4  East ' });
    expect(made.body.className).toBe('Grade 4 East');
    expect((await bursar.ask(contract.createClass, { className: 'grade 4 east' })).problem).toBe('class.duplicate');
    const elsewhere = await server.aPerson('SchoolAdmin', b);
    expect((await elsewhere.ask<unknown[]>(contract.getClasses)).body).toEqual([]);
    const listed = await bursar.ask<unknown[]>(contract.getClasses, {}, { method: 'POST' });
    expect(listed.body).toMatchObject([made.body]);
  });

  it('of a suspended school are closed to its staff and open to Admins', async () => {
    const school = await server.aSchool();
    const bursar = await server.aPerson('SchoolAdmin', school);
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE schools SET status = 'suspended' WHERE id = $1`, [school]),
    );
    expect((await bursar.ask(contract.getClasses)).problem).toBe('school.suspended');
    expect((await bursar.ask(whoAmI)).status).toBe(200);
    expect((await admin.ask(contract.getClasses, {}, { school })).status).toBe(200);
  });
});

describe('tenant isolation', () => {
  it('row-level security is forced on every table with school_id and refuses foreign rows', async () => {
    const tables = await server.context.db.inPlatform((tx) =>
      tx.rows<{ name: string; forced: boolean }>(
        `SELECT c.relname AS name, c.relforcerowsecurity AND c.relrowsecurity AS forced FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
         WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attname = 'school_id'`,
      ),
    );
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((table) => !table.forced)).toEqual([]);
    const school = await server.aSchool();
    await server.aClass(school);
    const [own, foreign] = await Promise.all(
      [school, crypto.randomUUID()].map((id) =>
        server.context.db.inSchool(id, (tx) => tx.rows('SELECT id FROM classes')),
      ),
    );
    expect(own).toHaveLength(1);
    expect(foreign).toEqual([]);
    await expect(
      server.context.db.inSchool(crypto.randomUUID(), (tx) =>
        tx.row('INSERT INTO classes (school_id, id, name) VALUES ($1, $1, $2)', [school, 'Intruder']),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it("school_id comes first in every primary key and unique index of a school's table", async () => {
    const late = await server.context.db.inPlatform((tx) =>
      tx.rows<{ index: string }>(
        `SELECT i.indexrelid::regclass::text AS index FROM pg_index i JOIN pg_attribute a
           ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
         WHERE (i.indisprimary OR i.indisunique) AND a.attname <> 'school_id'
           AND EXISTS (SELECT 1 FROM pg_attribute s WHERE s.attrelid = i.indrelid AND s.attname = 'school_id')
           AND i.indrelid::regclass::text <> ALL ('{users,short_codes,account_prefixes,settled_receipts}') AND i.indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
      ),
    );
    expect(late).toEqual([]);
  });

  it("the application's role can neither change nor remove audit events", async () => {
    const school = await server.aSchool();
    const statements = ['UPDATE audit_events SET action = action', 'DELETE FROM audit_events', 'TRUNCATE audit_events'];
    for (const statement of statements) {
      await expect(server.context.db.inSchool(school, (tx) => tx.row(statement))).rejects.toThrow(/permission denied/);
    }
  });
});
