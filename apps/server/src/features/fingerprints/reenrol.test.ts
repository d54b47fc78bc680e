import * as renewal from '@mfuko/contract/fingerprint-renewal';
import * as contract from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import { reenrolment } from '@mfuko/contract/reenrolment';
import { getHistory } from '@mfuko/contract/reports';
import {
  addContact,
  createStudent,
  deleteStudent,
  restoreStudent,
  updateContact,
  updateStudent,
} from '@mfuko/contract/students';
import { cashOutFingerprint, deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { print, rebuiltPrint } from './fingers.testkit.ts';
import { type Engine, openEngine } from './index.ts';
import type { TaskName, Tasks } from './tasks.ts';

const PIN = '274951';
const CONSENT = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
/** Seeds of two fingers, drawn once because that is slow: each test takes the next impression. */
const [FINGER, OTHER] = [81, 82];

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

let server: TestServer;
let owner: pg.Client;
let school: string;
let classSYSID: string;
let head: Person;
let agent: Person;
let child: Child;
let guardian: string;
let phone: string;
let shot: number;
/** Runs before the next tasks of that name; its result is merged into the engine's answer. */
let meanwhile: Partial<Record<TaskName, (ask: never) => Promise<object | undefined>>> = {};

function openWatchedEngine(context: TestServer['context']): Engine {
  const engine = openEngine(context);
  const run: Engine['run'] = async (name, ask, slot) => {
    const over = await meanwhile[name]?.(ask as never);
    return { ...(await engine.run(name, ask, slot)), ...over };
  };
  return { ...engine, run };
}

beforeAll(async () => {
  server = await openTestServer({ REFUSE_REBUILT_FINGERS: 'true' }, { engine: openWatchedEngine });
  owner = new pg.Client(server.ownerUrl);
  await owner.connect();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  // Captures count as seen per school, so that a new school may see the same captures again.
  shot = 100;
  meanwhile = {};
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
  agent = await server.aPerson('CheckAgent', school, ['gate']);
  child = await aChild();
  phone = `2547${10_000_000 + aNumber()}`;
  guardian = await aGuardian(phone);
  // The guardian's number is old enough not to be held.
  await asOwner(`UPDATE guardians SET created_at = now() - interval '30 days' WHERE id = $1`, [guardian]);
});

async function aChild(): Promise<Child> {
  const input = { admissionNumber: String(8000 + aNumber()), names: 'Juma Ali', classSYSID, checkPin: PIN };
  return (await head.ask<Child>(createStudent, input)).body;
}
async function aGuardian(mobileNumber: string): Promise<string> {
  const contact = { studentSYSID: child.sysid, name: 'Mother', mobileNumber, email: '' };
  return (await head.ask<{ sysid: string }>(addContact, contact)).body.sysid;
}

const asOwner = async (statement: string, values: unknown[] = []) => {
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  return owner.query(statement, values);
};
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Row>(text, [school, ...values]));
const impressions = async (of = child) =>
  (
    await rows<{ id: string }>(
      'SELECT id FROM fingerprints WHERE school_id = $1 AND student_id = $2 ORDER BY enrolled_at, id',
      [of.sysid],
    )
  ).map(({ id }) => id);
const readers = () =>
  rows('SELECT scanner_serial AS reader FROM fingerprints WHERE school_id = $1 AND student_id = $2', [child.sysid]);
const trail = async (action: string) =>
  (
    await rows<{ detail: object }>(
      'SELECT detail FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action = $3',
      [child.sysid, action],
    )
  ).map(({ detail }) => detail);
const holds = () =>
  rows<{ means: string }>(`SELECT means FROM money_holds WHERE school_id = $1 AND isfinite(since) ORDER BY means`);
const upload = (picture: object, of = child) =>
  head.ask<{ sysid: string }>(contract.uploadStudentFingerprint, { StudentSYSID: of.sysid, ...CONSENT, ...picture });
const passes = (finger: number) =>
  agent.ask(checkInFingerprint, { admissionNumber: child.admissionNumber, ...print(finger, ++shot) });

/** Enrols three impressions of a finger, dated half a year back. */
async function enrolled(finger = FINGER, Finger = 'right-index'): Promise<string[]> {
  const ids: string[] = [];
  for (const _ of [1, 2, 3]) ids.push((await upload({ ...print(finger, ++shot), Finger })).body.sysid);
  await asOwner(`UPDATE fingerprints SET enrolled_at = enrolled_at - interval '180 days' WHERE student_id = $1`, [
    child.sysid,
  ]);
  await asOwner('UPDATE money_holds SET since = $1 WHERE isfinite(since)', ['-infinity']);
  return ids;
}

interface Reenrolment {
  readonly replaced: number;
  readonly until: string;
  readonly heldUntil: string | null;
  readonly detail?: { readonly why?: string };
}
const three = (finger: number) => [1, 2, 3].map(() => print(finger, ++shot));
const anew = (how: object, by = head) =>
  by.ask<Reenrolment>(renewal.enrolAnew, {
    ...{ studentSYSID: child.sysid, finger: 'right-index', captures: three(FINGER) },
    ...how,
  });
const byPin = (how: object = {}) => anew({ pin: PIN, ...how });
const byCode = async (how: object = {}) => anew({ consentCode: await aCode(), captures: three(OTHER), ...how });

/** Sends a code to a guardian and returns it. */
async function aCode(contactSYSID = guardian, to = phone): Promise<string> {
  expect((await head.ask(contract.sendConsentCode, { sysid: child.sysid, contactSYSID })).status).toBe(200);
  await server.runJobs();
  const sms = server.sent.findLast((each) => each.to === to && each.kind === 'consent-code');
  return /^\d{6}/.exec(sms?.text ?? '')?.[0] ?? 'none';
}

async function told<T>(work: () => Promise<T>): Promise<{ answer: T; told: string[] }> {
  await server.runJobs();
  const before = server.sent.length;
  const answer = await work();
  await server.runJobs();
  const since = server.sent.slice(before).filter(({ kind }) => kind === 'security');
  return { answer, told: since.map(({ text }) => text) };
}

/** Expects a refusal for that reason and unchanged impressions. */
async function refused(why: string, asked: ReturnType<typeof anew>): Promise<void> {
  const before = await impressions();
  const { problem, body } = await asked;
  expect([problem, body.detail?.why]).toEqual(['fingerprint.not-renewed', why]);
  expect(await impressions()).toEqual(before);
  expect(await kept()).toEqual([]);
}

interface Kept {
  readonly sysid: string;
  readonly impressions: number;
  readonly until: string;
}
const kept = async () => (await head.ask<Kept[]>(renewal.getReplacedImpressions, { studentSYSID: child.sysid })).body;
const putBack = (sysid = '') => head.ask(renewal.putImpressionBack, { sysid });

describe('enrolAnew by finger and PIN', () => {
  it('replaces all impressions, audits and notifies, and does not hold money', async () => {
    const old = await enrolled();
    const captures = three(FINGER).map((picture) => ({ ...picture, SerialNumber: 'DESK-7' }));
    const { answer, told: texts } = await told(() => byPin({ captures }));
    expect([answer.status, answer.body]).toMatchObject([200, { replaced: 3, heldUntil: null }]);
    const now = await impressions();
    expect(now).toHaveLength(3);
    expect(await readers()).toEqual(Array(3).fill({ reader: 'DESK-7' }));
    expect(now.filter((id) => old.includes(id))).toEqual([]);
    expect(texts).toEqual([expect.stringMatching(/a finger of Juma Ali was registered again.*\d\. If you did not/)]);
    expect(await trail('fingerprint.anew')).toMatchObject([{ finger: 'right-index', by: 'pin', replaced: old }]);
    const history = await head.ask<{ action: string }[]>(getHistory, { kind: 'student', sysid: child.sysid });
    expect(history.body.map(({ action }) => action)).toContain('fingerprint.anew');
    expect(await holds()).toEqual([]);
    expect(await kept()).toMatchObject([{ impressions: 3, until: answer.body.until }]);
    expect((await passes(FINGER)).status).toBe(200);
  });

  it('takes the finger off the re-enrolment list', async () => {
    await enrolled();
    await asOwner(`UPDATE fingerprints SET enrolled_at = now() - interval '400 days' WHERE student_id = $1`, [
      child.sysid,
    ]);
    await head.ask(updateStudent, { sysid: child.sysid, birthMonth: `${new Date().getUTCFullYear() - 8}-01` });
    const listed = async () => (await head.ask<object[]>(reenrolment, {})).body;
    expect(await listed()).toMatchObject([{ sysid: child.sysid, reasons: ['yearly'] }]);
    expect((await byPin()).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  it('needs either a PIN or a code, and three captures', async () => {
    await enrolled();
    expect((await anew({})).status).toBe(400);
    expect((await anew({ pin: PIN, consentCode: '123456' })).status).toBe(400);
    expect((await byPin({ captures: three(FINGER).slice(1) })).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  it('each proof has its own try, which an earlier, late judgement does not take', async () => {
    await enrolled();
    await asOwner(`CREATE TABLE charged AS SELECT id, kind FROM student_tries WHERE false`);
    await asOwner(`CREATE FUNCTION note_try() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN INSERT INTO charged VALUES (NEW.id, NEW.kind); RETURN NULL; END $$`);
    await asOwner('CREATE TRIGGER note_try AFTER INSERT ON student_tries FOR EACH ROW EXECUTE FUNCTION note_try()');
    const late: boolean[] = [];
    meanwhile.match = async () => {
      for (const { id } of (await owner.query(`SELECT id FROM charged`)).rows.slice(0, -1)) {
        const judge = `SELECT judge_right_try($1, $3, $2, NULL, interval '1 hour') AS taken`;
        late.push(...(await rows<{ taken: boolean }>(judge, [child.sysid, id])).map(({ taken }) => taken));
      }
      return undefined;
    };
    const body = { studentSYSID: child.sysid, finger: 'right-index', captures: three(FINGER), pin: PIN };
    expect((await head.ask(renewal.enrolAnew, body, { key: 'one' })).status).toBe(200);
    expect(late).toEqual(Array(6).fill(false));
    await asOwner('DROP TRIGGER note_try ON student_tries');
  });

  it('compares no finger after a wrong PIN', async () => {
    await enrolled();
    expect((await byPin({ pin: '111213', captures: three(OTHER) })).problem).toBe('pin.wrong');
    expect(await rows(`SELECT 1 FROM failed_attempts WHERE school_id = $1 AND kind = 'finger'`)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('a capture of another finger is a miss, in any place', async () => {
    await enrolled();
    for (const place of [0, 1, 2]) {
      const captures = three(FINGER).with(place, print(OTHER, ++shot));
      expect((await byPin({ captures })).problem).toBe('fingerprint.no-match');
      expect(await trail('fingerprint.no-match')).toHaveLength(place + 1);
    }
    expect(await kept()).toEqual([]);
  });

  it('applies the money threshold to each capture', async () => {
    await enrolled();
    // A score above the gate's threshold for three impressions and below that of money.
    meanwhile.match = async () => ({ score: 42 });
    expect((await byPin()).problem).toBe('fingerprint.no-match');
  });

  it('refuses and audits a capture of another finger of the student', async () => {
    await enrolled();
    await enrolled(OTHER, 'left-index');
    await refused('other-finger', byPin({ captures: three(FINGER).with(1, print(OTHER, ++shot)) }));
    expect(await trail('fingerprint.anew-refused')).toEqual([{ finger: 'right-index', why: 'other-finger' }]);
  });

  it('refuses a held finger, and the PIN does not lift the hold', async () => {
    await enrolled();
    for (let k = 0; k < 5; k++) await passes(OTHER);
    await refused('held', byPin());
    expect((await passes(FINGER)).problem).toBe('fingerprint.held');
  });

  it('refuses within four weeks of the latest impression', async () => {
    const [, , newest] = await enrolled();
    const age = (days: number) =>
      asOwner('UPDATE fingerprints SET enrolled_at = now() - make_interval(days => $2) WHERE id = $1', [newest, days]);
    await age(renewal.RENEWAL_PAUSE_DAYS - 1);
    await refused('changed', byPin());
    await age(renewal.RENEWAL_PAUSE_DAYS + 1);
    expect((await byPin()).status).toBe(200);
    expect((await byPin()).body.detail?.why).toBe('changed');
  });

  it('refuses when the finger or the PIN has changed recently or changes during the call', async () => {
    await enrolled();
    await head.ask(updateStudent, { sysid: child.sysid, checkPin: '604173' });
    await refused('changed', byPin({ pin: '604173' }));
    await asOwner('UPDATE money_holds SET means = $1 WHERE means = $2', ['finger:right-index', 'pin']);
    await refused('changed', byPin({ pin: '604173' }));
    await asOwner(`UPDATE money_holds SET since = '-infinity'`);
    meanwhile.inspect = async () => {
      meanwhile = {};
      expect((await head.ask(updateStudent, { sysid: child.sysid, checkPin: '315926' })).status).toBe(200);
      return undefined;
    };
    await refused('changed', byPin({ pin: '604173' }));
  });

  it('refuses a student who has left, also during the call', async () => {
    await enrolled();
    meanwhile.inspect = async () => {
      meanwhile = {};
      await head.ask(updateStudent, { sysid: child.sysid, status: 'left' });
      return undefined;
    };
    expect((await byPin()).problem).toBe('student.not-found');
    expect((await byPin()).problem).toBe('student.not-found');
    expect(await kept()).toEqual([]);
  });

  it('refuses replayed, rebuilt, poor or mutually unlike captures', async () => {
    const old = await enrolled();
    const [first, second] = three(FINGER);
    expect((await byPin({ captures: [first, second, first] })).problem).toBe('fingerprint.replayed');
    expect((await byPin({ captures: [first, second, rebuiltPrint(FINGER, shot)] })).problem).toBe(
      'fingerprint.replayed',
    );
    let asked = 0;
    meanwhile.inspect = async () => (++asked === 2 ? { quality: 10 } : {});
    expect((await byPin()).problem).toBe('fingerprint.low-quality');
    meanwhile.inspect = async () => (++asked % 3 === 0 ? { scores: [39, 39] } : { scores: [39, 41] });
    asked = 0;
    await refused('apart', byPin());
    expect(await trail('fingerprint.anew-refused')).toEqual([{ finger: 'right-index', why: 'apart' }]);
    meanwhile = {};
    expect(await impressions()).toEqual(old);
    expect((await byPin({ captures: [first, second, print(FINGER, ++shot)] })).status).toBe(200);
  });

  it('waits for an enrolment in progress', async () => {
    await enrolled();
    let asked: ReturnType<typeof anew> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`enrolment:${school}`]);
      asked = byPin();
      expect(await isBlocked(server, asked)).toBe(true);
    });
    expect((await asked)?.status).toBe(200);
  });

  it('refuses without a valid consent', async () => {
    await enrolled();
    await asOwner('DELETE FROM consents WHERE student_id = $1', [child.sysid]);
    expect((await byPin()).problem).toBe('fingerprint.no-consent');
  });
});

describe("enrolAnew by a guardian's code", () => {
  it('accepts a finger unlike the enrolled one, holds its money and notifies the guardians', async () => {
    await enrolled();
    await head.ask(deposit, { admissionNumber: child.admissionNumber, amount: 500 });
    const code = await aCode();
    const { answer, told: texts } = await told(() => anew({ consentCode: code, captures: three(OTHER) }));
    expect([answer.status, answer.body]).toMatchObject([200, { replaced: 3, heldUntil: expect.any(String) }]);
    expect(texts).toEqual([expect.stringMatching(/was registered again.*Cash by it waits 24 h/)]);
    expect(await holds()).toEqual([{ means: 'finger:right-index' }]);
    expect(await trail('fingerprint.anew')).toMatchObject([{ by: 'code' }]);
    expect((await passes(FINGER)).problem).toBe('fingerprint.no-match');
    expect((await passes(OTHER)).status).toBe(200);
    const paid = await head.ask(cashOutFingerprint, {
      ...{ admissionNumber: child.admissionNumber, amount: 50 },
      ...print(OTHER, ++shot),
    });
    expect(paid.problem).toBe('wallet.hold');
    expect(
      await rows(`SELECT given_by, method FROM consents WHERE school_id = $1 AND contact_id = $2`, [guardian]),
    ).toEqual([{ given_by: 'Mother', method: 'otp' }]);
  });

  it('a code enrols once, also with concurrent calls, and a wrong one never', async () => {
    await enrolled();
    const code = await aCode();
    const wrong = code === '111111' ? '222222' : '111111';
    expect((await anew({ consentCode: wrong })).problem).toBe('fingerprint.consent-code');
    expect(await kept()).toEqual([]);
    const both = await Promise.all([1, 2].map(() => anew({ consentCode: code, captures: three(OTHER) })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await anew({ consentCode: code })).problem).toBe('fingerprint.consent-code');
    expect(await impressions()).toHaveLength(3);
  });

  it('refuses a guardian whose number is newer than the hold', async () => {
    await enrolled();
    await asOwner('UPDATE guardians SET created_at = now() WHERE id = $1', [guardian]);
    await refused('new-number', byCode());
    expect(await trail('fingerprint.anew-refused')).toEqual([{ finger: 'right-index', why: 'new-number' }]);
    await asOwner(`UPDATE guardians SET created_at = now() - interval '25 hours' WHERE id = $1`, [guardian]);
    await asOwner('DELETE FROM guardian_codes');
    expect((await byCode()).status).toBe(200);
  });

  it('refuses a guardian whose number was changed', async () => {
    await enrolled();
    const changed = `2547${10_000_000 + aNumber()}`;
    await head.ask(updateContact, { ...{ sysid: guardian, name: 'Mother', mobileNumber: changed, email: '' } });
    await refused('new-number', anew({ consentCode: await aCode(guardian, changed), captures: three(OTHER) }));
  });

  it('refuses a guardian whose number changes during the call', async () => {
    await enrolled();
    meanwhile.inspect = async () => {
      meanwhile = {};
      await head.ask(updateContact, {
        ...{ sysid: guardian, name: 'Mother', mobileNumber: '254733000111', email: '' },
      });
      return undefined;
    };
    await refused('new-number', byCode());
  });

  it('accepts a finger that is held or was enrolled recently', async () => {
    await enrolled();
    for (let k = 0; k < 5; k++) await passes(OTHER);
    expect((await byCode()).status).toBe(200);
    await asOwner('DELETE FROM guardian_codes');
    expect((await byCode({ captures: three(FINGER) })).status).toBe(200);
  });

  it("refuses a finger that is not enrolled or is another student's", async () => {
    const code = await aCode();
    expect((await anew({ consentCode: code })).problem).toBe('fingerprint.not-enrolled');
    const old = await enrolled();
    const other = await aChild();
    for (const _ of [1, 2, 3]) await upload(print(OTHER, ++shot), other);
    const taken = await anew({ consentCode: code, captures: three(OTHER) });
    expect([taken.problem, taken.body.detail]).toMatchObject([
      'fingerprint.duplicate',
      { admissionNumber: other.admissionNumber },
    ]);
    expect(await impressions()).toEqual(old);
    expect(await kept()).toEqual([]);
  });

  it('searches the school for duplicates with each of the three captures', async () => {
    await enrolled();
    const other = await aChild();
    for (const place of [0, 1, 2]) {
      const near = new Set<string>();
      meanwhile.search = async ({ template }: Tasks['search']['ask']) => {
        near.add(Buffer.from(template).toString('hex'));
        if (near.size !== place + 1) return undefined;
        return { stale: false, nearest: [{ studentId: other.sysid, active: true, score: 65 }], next: null };
      };
      expect((await byPin()).problem).toBe('fingerprint.duplicate');
    }
    expect(await kept()).toEqual([]);
  });

  it('takes the finger over from a deleted student', async () => {
    await enrolled();
    const double = await aChild();
    await upload(print(OTHER, ++shot), double);
    await head.ask(deleteStudent, { sysid: double.sysid });
    expect((await byCode()).status).toBe(200);
    await head.ask(restoreStudent, { sysid: double.sysid });
    expect(await impressions(double)).toEqual([]);
  });

  it('waits for the restoration of a student with that finger, then refuses it as a duplicate', async () => {
    await enrolled();
    const double = await aChild();
    await upload(print(OTHER, ++shot), double);
    await head.ask(deleteStudent, { sysid: double.sysid });
    let asked: ReturnType<typeof anew> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('UPDATE students SET deleted_at = NULL WHERE school_id = $1 AND id = $2', [school, double.sysid]);
      asked = byCode();
      expect(await isBlocked(server, asked)).toBe(true);
    });
    expect((await asked)?.problem).toBe('fingerprint.duplicate');
    expect(await impressions(double)).toHaveLength(1);
  });
});

describe('putImpressionBack after enrolAnew', () => {
  it('restores all replaced impressions together, notifies the guardians and holds money', async () => {
    const old = await enrolled();
    expect((await byPin()).status).toBe(200);
    const [row] = await kept();
    const { answer, told: texts } = await told(() => putBack(row?.sysid));
    expect(answer.status).toBe(200);
    expect((await impressions()).sort()).toEqual([...old].sort());
    expect(await kept()).toEqual([]);
    expect(texts).toEqual([expect.stringMatching(/was put back.*Cash by it waits 24 h/)]);
    expect(await holds()).toEqual([{ means: 'finger:right-index' }]);
    expect((await trail('fingerprint.put-back'))[0]).toMatchObject({ erased: expect.any(Array) });
    expect((await passes(FINGER)).status).toBe(200);
    expect((await byPin()).body.detail?.why).toBe('changed');
  });

  it('refuses when a new impression has been replaced since', async () => {
    await enrolled();
    await asOwner('DELETE FROM fingerprints WHERE id = (SELECT id FROM fingerprints WHERE student_id = $1 LIMIT 1)', [
      child.sysid,
    ]);
    expect((await byCode()).status).toBe(200);
    const [row] = await kept();
    expect(row?.impressions).toBe(2);
    // Simulates a renewal: one of the new impressions has been replaced by another.
    await asOwner(
      `UPDATE fingerprints SET id = gen_random_uuid() WHERE id = (SELECT id FROM fingerprints WHERE student_id = $1 LIMIT 1)`,
      [child.sysid],
    );
    const before = await impressions();
    expect((await putBack(row?.sysid)).problem).toBe('fingerprint.full');
    expect(await impressions()).toEqual(before);
  });

  it('refuses when another student has the finger by now', async () => {
    await enrolled();
    expect((await byCode()).status).toBe(200);
    const [row] = await kept();
    const other = await aChild();
    expect((await upload(print(FINGER, ++shot), other)).status).toBe(200);
    expect((await putBack(row?.sysid)).problem).toBe('fingerprint.duplicate');
    expect(await kept()).toHaveLength(1);
  });

  it('withdrawing the consent erases replaced impressions too', async () => {
    await enrolled();
    expect((await byPin()).status).toBe(200);
    const withdrawal = { studentSYSID: child.sysid, withdrawnBy: 'Mother', relation: 'Mother' };
    expect((await head.ask<{ erased: number }>(contract.withdrawConsent, withdrawal)).body.erased).toBe(6);
    expect(await kept()).toEqual([]);
  });
});
