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

describe('a finger that is renewed by itself and the PIN', () => {
  it('takes the place of the oldest impression; the trail and the guardians are told, and money does not wait', async () => {
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

  it('is renewed though it has grown by a quarter since its enrolment', async () => {
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

  it('needs both proofs, the PIN first: behind a wrong one the finger is not looked at', async () => {
    await enrolled();
    expect((await renew({ pin: '111213' })).problem).toBe('pin.wrong');
    expect((await renew({ pin: '111213' }, print(OTHER, ++shot))).problem).toBe('pin.wrong');
    expect(await rows(`SELECT 1 FROM failed_attempts WHERE school_id = $1 AND kind = 'finger'`)).toEqual([]);
    expect((await renew({}, print(OTHER, ++shot))).problem).toBe('fingerprint.no-match');
    expect(await rows(`SELECT 1 FROM failed_attempts WHERE school_id = $1 AND kind = 'finger'`)).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });

  it('is asked for by whoever is on duty at the gate, and by no other', async () => {
    const cook = await server.aPerson('CheckAgent', school, ['canteen']);
    const input = { admissionNumber: child.admissionNumber, pin: PIN, ...print(FINGER, ++shot) };
    expect((await cook.ask(renewal.renewFingerprint, input)).status).toBe(403);
  });

  it('spends its picture, which proves nothing a second time', async () => {
    await enrolled();
    const picture = print(FINGER, ++shot);
    expect((await renew({}, picture)).status).toBe(200);
    const again = await agent.ask(checkInFingerprint, { admissionNumber: child.admissionNumber, ...picture });
    expect(again.problem).toBe('fingerprint.replayed');
  });
});

describe('a finger is not renewed', () => {
  it('while it is held after misses, and the PIN does not lift that on the way', async () => {
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

  it('within four weeks of an impression of it that came in', async () => {
    const [, , newest] = await enrolled();
    const age = (days: number) =>
      asOwner('UPDATE fingerprints SET enrolled_at = now() - make_interval(days => $2) WHERE id = $1', [newest, days]);
    await age(renewal.RENEWAL_PAUSE_DAYS - 1);
    await refused('changed', renew());
    await age(renewal.RENEWAL_PAUSE_DAYS + 1);
    expect((await renew()).status).toBe(200);
    expect((await renew()).body.detail?.why).toBe('changed');
  });

  it('by a PIN that was changed within the hold, nor by a finger on which money waits', async () => {
    await enrolled();
    await head.ask(updateStudent, { sysid: child.sysid, checkPin: '604173' });
    await refused('changed', renew({ pin: '604173' }));
    await asOwner('UPDATE money_holds SET means = $1 WHERE means = $2', ['finger:right-index', 'pin']);
    await refused('changed', renew({ pin: '604173' }));
    await asOwner(`UPDATE money_holds SET since = since - interval '25 hours' WHERE isfinite(since)`);
    expect((await renew({ pin: '604173' })).status).toBe(200);
  });

  it('by a PIN that was changed while the finger was compared', async () => {
    await enrolled();
    meanwhile.inspect = async () => {
      expect((await head.ask(updateStudent, { sysid: child.sysid, checkPin: '604173' })).status).toBe(200);
      return undefined;
    };
    await refused('changed', renew());
  });

  it('where its impressions, or its student, went meanwhile', async () => {
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

  it('with a poor picture', async () => {
    await enrolled();
    meanwhile.inspect = async () => ({ quality: 10 });
    expect((await renew()).problem).toBe('fingerprint.low-quality');
    expect(await kept()).toEqual([]);
  });

  it('with one that is not near enough, or near the one alone that would go; the trail keeps it', async () => {
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

  it('with one that is near a finger of another student', async () => {
    await enrolled();
    const other = await aChild();
    meanwhile.search = async () => ({
      stale: false,
      nearest: [{ studentId: other.sysid, active: true, score: 65 }],
      next: null,
    });
    await refused('unlike', renew());
  });

  it('with one that is near a finger that came in for another student meanwhile', async () => {
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

  it('while an enrolment of the school is being recorded', async () => {
    await enrolled();
    let asked: ReturnType<typeof renew> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`enrolment:${school}`]);
      asked = renew();
      expect(await isBlocked(server, asked)).toBe(true);
    });
    expect((await asked)?.status).toBe(200);
  });

  it('that has one impression: there is no other to hold a new one against', async () => {
    await enrolled(FINGER, 1);
    await refused('too-few', renew());
  });

  it('with a copy of a picture that was used, or one that no finger gave', async () => {
    await enrolled();
    expect((await renew({}, print(FINGER, shot))).problem).toBe('fingerprint.replayed');
    expect((await renew({}, rebuiltPrint(FINGER, shot))).problem).toBe('fingerprint.replayed');
    expect(await kept()).toEqual([]);
  });
});

const sweep = () => sweepJobs(server.context)[SWEEP]?.({});

describe('a replaced impression', () => {
  it('is put back by the office, in the place of the newer one; the trail and the guardians are told', async () => {
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

  it('stays where it is, as does the newer one, where its sealed template does not come to be put back', async () => {
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

  it('is not put back where the finger is full without it, nor where another has that finger by now', async () => {
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

  it('is kept for ninety days, and then swept away', async () => {
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

  it('goes with the consent, is told to the family, and is shown to the own school alone', async () => {
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

  it('of one who was added twice and deleted goes with the finger to whom it belongs', async () => {
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
