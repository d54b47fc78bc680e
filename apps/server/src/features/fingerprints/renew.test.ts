import * as renewal from '@mfuko/contract/fingerprint-renewal';
import * as contract from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import { getHistory } from '@mfuko/contract/reports';
import { addContact, createStudent, deleteStudent, restoreStudent, updateStudent } from '@mfuko/contract/students';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { readFunctions } from '../../platform/database/sql-functions.ts';
import { SWEEP, sweepJobs } from '../../sweep.ts';
import { base64, capture, print, rebuiltPrint } from './fingers.testkit.ts';
import { type Engine, FINGERPRINT_BUNDLE, openEngine } from './index.ts';
import { getReplaced, takeBack } from './replaced.ts';
import type { TaskName } from './tasks.ts';

const PIN = '274951';
const CONSENT = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
/** Seeds of two fingers, drawn once because that is slow: each test takes the next impression. */
const [FINGER, OTHER] = [71, 72];

let server: TestServer;
let owner: pg.Client;
let school: string;
let classSYSID: string;
let head: Person;
let agent: Person;
let child: { readonly sysid: string; readonly admissionNumber: string };
let shot: number;
/** Runs before the next task of that name; its result is merged into the engine's answer. */
let meanwhile: Partial<Record<TaskName, () => Promise<object | undefined>>> = {};

function openWatchedEngine(context: TestServer['context']): Engine {
  const engine = openEngine(context);
  const run: Engine['run'] = async (name, ask, slot) => {
    const over = await meanwhile[name]?.();
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
  const contact = {
    studentSYSID: child.sysid,
    name: 'Mother',
    mobileNumber: `2547${10_000_000 + aNumber()}`,
    email: '',
  };
  expect((await head.ask(addContact, contact)).status).toBe(200);
});

async function aChild(): Promise<typeof child> {
  const input = { admissionNumber: String(7000 + aNumber()), names: 'Juma Ali', classSYSID, checkPin: PIN };
  return (await head.ask<typeof child>(createStudent, input)).body;
}

const asOwner = async (statement: string, values: unknown[] = []) => {
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  return owner.query(statement, values);
};
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Row>(text, [school, ...values]));
const impressions = async () =>
  (
    await rows<{ id: string }>(
      'SELECT id FROM fingerprints WHERE school_id = $1 AND student_id = $2 ORDER BY enrolled_at, id',
      [child.sysid],
    )
  ).map(({ id }) => id);
const trail = (action: string) =>
  rows<{ detail: object }>('SELECT detail FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action = $3', [
    child.sysid,
    action,
  ]);
const upload = (picture: object) =>
  head.ask<{ sysid: string }>(contract.uploadStudentFingerprint, { StudentSYSID: child.sysid, ...CONSENT, ...picture });

/** Enrols impressions of a finger, dated half a year back, the first one the oldest; returns their ids. */
async function enrolled(finger = FINGER, count = 3): Promise<string[]> {
  const ids: string[] = [];
  for (let k = 0; k < count; k++) ids.push((await upload(print(finger, ++shot))).body.sysid);
  for (const [k, id] of ids.entries())
    await asOwner('UPDATE fingerprints SET enrolled_at = now() - make_interval(days => $2) WHERE id = $1', [
      id,
      180 - k,
    ]);
  return ids;
}

type Renewed = { sysid: string; replacedSYSID: string; finger: string; until: string; detail?: { why: string } };
const renew = (how: object = {}, picture: object = print(FINGER, ++shot)) =>
  agent.ask<Renewed>(renewal.renewFingerprint, {
    admissionNumber: child.admissionNumber,
    pin: PIN,
    ...picture,
    ...how,
  });
const putBack = (sysid: string, by = head) => by.ask(renewal.putImpressionBack, { sysid });
const kept = async () =>
  (await head.ask<{ sysid: string }[]>(renewal.getReplacedImpressions, { studentSYSID: child.sysid })).body;

async function told<T>(work: () => Promise<T>): Promise<{ answer: T; told: string[] }> {
  await server.runJobs();
  const before = server.sent.length;
  const answer = await work();
  await server.runJobs();
  return { answer, told: server.sent.slice(before).map(({ kind, text }) => `${kind}: ${text}`) };
}

/** Expects a refusal for that reason and that nothing was changed. */
async function refused(why: string, asked: ReturnType<typeof renew>): Promise<void> {
  const { problem, body } = await asked;
  expect([problem, body.detail?.why]).toEqual(['fingerprint.not-renewed', why]);
  expect(await kept()).toEqual([]);
}

describe('renewFingerprint', () => {
  it('replaces the oldest impression, audits and notifies, and does not hold money', async () => {
    const [oldest, ...others] = await enrolled();
    const { answer, told: texts } = await told(() => renew());
    expect([answer.status, answer.body]).toMatchObject([200, { replacedSYSID: oldest, finger: 'right-index' }]);
    expect(await impressions()).toEqual([...others, answer.body.sysid]);
    expect(texts).toEqual([expect.stringMatching(/^security: .*finger of Juma Ali was renewed/)]);
    expect(await trail('fingerprint.renewed')).toMatchObject([{ detail: { finger: 'right-index', replaced: oldest } }]);
    const history = await head.ask<{ action: string }[]>(getHistory, { kind: 'student', sysid: child.sysid });
    expect(history.body.map(({ action }) => action)).toContain('fingerprint.renewed');
    expect(await rows(`SELECT 1 FROM money_holds WHERE school_id = $1 AND isfinite(since)`)).toEqual([]);
    expect(await kept()).toMatchObject([{ sysid: oldest, finger: 'right-index', until: answer.body.until }]);
  });

  it('accepts a finger that has grown by a quarter since enrolment', async () => {
    const small = async (size: number) => {
      const { width, height, dpi, pixels } = capture(FINGER, ++shot);
      const resized = sharp(pixels, { raw: { width, height, channels: 1 } })
        .resize(Math.round(width * size), Math.round(height * size), { fit: 'fill' })
        .toColourspace('b-w');
      const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
      const picture = { width: info.width, height: info.height, dpi, pixels: Uint8Array.from(data) };
      return { B64Fingerprint: base64(encodePng(picture)) };
    };
    for (const _ of [1, 2, 3]) expect((await upload(await small(0.7))).status).toBe(200);
    await asOwner(`UPDATE fingerprints SET enrolled_at = enrolled_at - interval '1 year' WHERE student_id = $1`, [
      child.sysid,
    ]);
    const before = await impressions();
    expect((await renew({}, await small(0.9))).status).toBe(200);
    expect(await impressions()).toHaveLength(3);
    expect((await impressions()).slice(0, 2)).toEqual(before.slice(1));
  });

  it('needs PIN and finger, and compares no finger after a wrong PIN', async () => {
    await enrolled();
    expect((await renew({ pin: '111213' })).problem).toBe('pin.wrong');
    expect((await renew({ pin: '111213' }, print(OTHER, ++shot))).problem).toBe('pin.wrong');
    expect(await rows(`SELECT 1 FROM failed_attempts WHERE school_id = $1 AND kind = 'finger'`)).toEqual([]);
    expect((await renew({}, print(OTHER, ++shot))).problem).toBe('fingerprint.no-match');
    expect(await rows(`SELECT 1 FROM failed_attempts WHERE school_id = $1 AND kind = 'finger'`)).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });

  it('refuses an agent of the canteen', async () => {
    const cook = await server.aPerson('CheckAgent', school, ['canteen']);
    const input = { admissionNumber: child.admissionNumber, pin: PIN, ...print(FINGER, ++shot) };
    expect((await cook.ask(renewal.renewFingerprint, input)).status).toBe(403);
  });

  it('the picture of a renewal cannot be used again', async () => {
    await enrolled();
    const picture = print(FINGER, ++shot);
    expect((await renew({}, picture)).status).toBe(200);
    const again = await agent.ask(checkInFingerprint, { admissionNumber: child.admissionNumber, ...picture });
    expect(again.problem).toBe('fingerprint.replayed');
  });
});

describe('renewFingerprint refusals', () => {
  it('refuses a held finger, and the PIN does not lift the hold', async () => {
    await enrolled();
    for (let k = 0; k < 5; k++)
      await agent.ask(checkInFingerprint, { admissionNumber: child.admissionNumber, ...print(OTHER, ++shot) });
    await refused('held', renew());
    const entered = await agent.ask(checkInFingerprint, {
      admissionNumber: child.admissionNumber,
      ...print(FINGER, ++shot),
    });
    expect(entered.problem).toBe('fingerprint.held');
  });

  it('refuses within four weeks of the latest impression', async () => {
    const [, , newest] = await enrolled();
    const age = (days: number) =>
      asOwner('UPDATE fingerprints SET enrolled_at = now() - make_interval(days => $2) WHERE id = $1', [newest, days]);
    await age(renewal.RENEWAL_PAUSE_DAYS - 1);
    await refused('changed', renew());
    await age(renewal.RENEWAL_PAUSE_DAYS + 1);
    expect((await renew()).status).toBe(200);
    expect((await renew()).body.detail?.why).toBe('changed');
  });

  it('refuses a recently changed PIN and a finger under a money hold', async () => {
    await enrolled();
    await head.ask(updateStudent, { sysid: child.sysid, checkPin: '604173' });
    await refused('changed', renew({ pin: '604173' }));
    await asOwner('UPDATE money_holds SET means = $1 WHERE means = $2', ['finger:right-index', 'pin']);
    await refused('changed', renew({ pin: '604173' }));
    await asOwner(`UPDATE money_holds SET since = since - interval '25 hours' WHERE isfinite(since)`);
    expect((await renew({ pin: '604173' })).status).toBe(200);
  });

  it('refuses when the PIN changes during the comparison', async () => {
    await enrolled();
    meanwhile.inspect = async () => {
      expect((await head.ask(updateStudent, { sysid: child.sysid, checkPin: '604173' })).status).toBe(200);
      return undefined;
    };
    await refused('changed', renew());
  });

  it('refuses when an impression or the student goes during the comparison', async () => {
    const [oldest] = await enrolled();
    meanwhile.inspect = async () => {
      await asOwner('DELETE FROM fingerprints WHERE id = $1', [oldest]);
      return undefined;
    };
    await refused('changed', renew());
    meanwhile.inspect = async () => {
      await head.ask(updateStudent, { sysid: child.sysid, status: 'left' });
      return undefined;
    };
    expect((await renew()).problem).toBe('student.not-found');
    expect(await kept()).toEqual([]);
  });

  it('refuses a picture of low quality', async () => {
    await enrolled();
    meanwhile.inspect = async () => ({ quality: 10 });
    expect((await renew()).problem).toBe('fingerprint.low-quality');
    expect(await kept()).toEqual([]);
  });

  it('refuses and audits a picture with low scores, or a high one against the oldest impression only', async () => {
    await enrolled();
    meanwhile.inspect = async () => ({ scores: [64, 64, 64] });
    await refused('unsure', renew());
    meanwhile.inspect = async () => ({ scores: [90, 39, 39] });
    await refused('unlike', renew());
    expect((await trail('fingerprint.not-renewed')).map(({ detail }) => detail)).toEqual([
      { why: 'unsure' },
      { why: 'unlike' },
    ]);
  });

  it("refuses a picture close to another student's finger", async () => {
    await enrolled();
    const other = await aChild();
    meanwhile.search = async () => ({
      stale: false,
      nearest: [{ studentId: other.sysid, active: true, score: 65 }],
      next: null,
    });
    await refused('unlike', renew());
  });

  it('refuses a picture close to a finger another student enrolled during the call', async () => {
    await enrolled();
    const other = await aChild();
    meanwhile.search = async () => {
      meanwhile = {};
      const input = { StudentSYSID: other.sysid, ...CONSENT, ...print(OTHER, ++shot) };
      expect((await head.ask(contract.uploadStudentFingerprint, input)).status).toBe(200);
      // Scores of the impressions that were added since the search.
      meanwhile.compare = async () => ({ scores: [65] });
      return undefined;
    };
    await refused('unlike', renew());
  });

  it('waits for an enrolment in progress', async () => {
    await enrolled();
    let asked: ReturnType<typeof renew> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`enrolment:${school}`]);
      asked = renew();
      expect(await isBlocked(server, asked)).toBe(true);
    });
    expect((await asked)?.status).toBe(200);
  });

  it('refuses a finger with one impression', async () => {
    await enrolled(FINGER, 1);
    await refused('too-few', renew());
  });

  it('refuses a replayed or rebuilt picture', async () => {
    await enrolled();
    expect((await renew({}, print(FINGER, shot))).problem).toBe('fingerprint.replayed');
    expect((await renew({}, rebuiltPrint(FINGER, shot))).problem).toBe('fingerprint.replayed');
    expect(await kept()).toEqual([]);
  });
});

const sweep = () => sweepJobs(server.context)[SWEEP]?.({});

describe('replaced impressions', () => {
  it('the office can put a replaced impression back in place of the newer one, with audit and SMS', async () => {
    const all = await enrolled();
    const { body } = await renew();
    expect((await putBack(body.replacedSYSID, agent)).status).toBe(403);
    const { answer, told: texts } = await told(() => putBack(body.replacedSYSID));
    expect(answer.status).toBe(200);
    expect(await impressions()).toEqual(all);
    expect(await kept()).toEqual([]);
    expect(texts).toEqual([expect.stringMatching(/^security: .*was put back/)]);
    expect(await trail('fingerprint.put-back')).toMatchObject([{ detail: { erased: body.sysid } }]);
    const entered = await agent.ask(checkInFingerprint, {
      admissionNumber: child.admissionNumber,
      ...print(FINGER, ++shot),
    });
    expect(entered.status).toBe(200);
    await refused('changed', renew());
  });

  it('a restoration that finds no sealed template changes nothing', async () => {
    await enrolled();
    const { body } = await renew();
    const { db } = server.context;
    const replaced = await db.readSchool(school, (tx) => getReplaced(tx, server.context, body.replacedSYSID));
    const reading = readFunctions().find(({ name }) => name === 'sealed_templates')?.text ?? '';
    await asOwner(reading.replaceAll('WHERE ', 'WHERE false AND '));
    try {
      await expect(db.inSchool(school, (tx) => takeBack(tx, server.context, replaced))).rejects.toThrow(
        /impression to restore/,
      );
    } finally {
      await asOwner(reading);
    }
    expect(await kept()).toHaveLength(1);
    expect(await impressions()).toContain(body.sysid);
    expect((await putBack(body.replacedSYSID)).status).toBe(200);
  });

  it("an impression cannot be put back beside a full finger or another student's duplicate", async () => {
    await enrolled();
    const { body } = await renew();
    const other = await aChild();
    meanwhile.search = async () => ({
      stale: false,
      nearest: [{ studentId: other.sysid, active: true, score: 65 }],
      next: null,
    });
    expect((await putBack(body.replacedSYSID)).problem).toBe('fingerprint.duplicate');
    meanwhile = {};
    await asOwner('UPDATE replaced_fingerprints SET newer_id = $1', [crypto.randomUUID()]);
    expect((await putBack(body.replacedSYSID)).problem).toBe('fingerprint.full');
    expect(await kept()).toHaveLength(1);
  });

  it('replaced impressions are kept for 90 days and then swept', async () => {
    await enrolled();
    const { body } = await renew();
    const age = (days: number) =>
      asOwner('UPDATE replaced_fingerprints SET replaced_at = now() - make_interval(days => $1)', [days]);
    await age(renewal.REPLACED_KEPT_DAYS - 1);
    await sweep();
    expect(await kept()).toHaveLength(1);
    await age(renewal.REPLACED_KEPT_DAYS + 1);
    expect(await kept()).toEqual([]);
    expect((await putBack(body.replacedSYSID)).problem).toBe('fingerprint.not-kept');
    await sweep();
    expect(await rows('SELECT 1 FROM replaced_fingerprints WHERE school_id = $1')).toEqual([]);
  });

  it('replaced impressions are in the bundle, hidden from other schools and erased with the consent', async () => {
    await enrolled();
    const { body } = await renew();
    const part = FINGERPRINT_BUNDLE.find(({ name }) => name === 'replacedFingers');
    const subject = { id: child.sysid, admissionNumber: child.admissionNumber, names: 'Juma Ali', guardians: [] };
    const shown = await server.context.db.readSchool(school, async (tx) => part?.read(tx, server.context, subject));
    expect(shown).toMatchObject([{ finger: 'right-index', by: agent.userId }]);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await putBack(body.replacedSYSID, stranger)).problem).toBe('fingerprint.not-kept');
    const withdrawal = { studentSYSID: child.sysid, withdrawnBy: 'Mother', relation: 'Mother' };
    expect((await head.ask<{ erased: number }>(contract.withdrawConsent, withdrawal)).body.erased).toBe(4);
    expect(await rows('SELECT 1 FROM replaced_fingerprints WHERE school_id = $1')).toEqual([]);
  });

  it("a deleted student's replaced impressions are erased when the finger moves to another student", async () => {
    await enrolled();
    await renew();
    await head.ask(deleteStudent, { sysid: child.sysid });
    const again = await aChild();
    const input = { StudentSYSID: again.sysid, ...CONSENT, ...print(FINGER, ++shot) };
    expect((await head.ask(contract.uploadStudentFingerprint, input)).status).toBe(200);
    await head.ask(restoreStudent, { sysid: child.sysid });
    expect(await kept()).toEqual([]);
  });
});
