import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contract from '@mfuko/contract/fingerprints';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { GreyImage } from '@mfuko/fingerprint/image';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callIn } from '../../../tests/call.testkit.ts';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { asBmp, asColourPng, asJpeg, asTiff, base64, capture, print, rebuiltPrint } from './fingers.testkit.ts';
import {
  type Engine,
  type FingerProof,
  judgeUnspent,
  openEngine,
  type Picture,
  proveFinger,
  spendPicture,
} from './index.ts';
import { keepSketch, MAX_SKETCHES, readSketches } from './sketches.ts';
import { sealForStudent } from './vault.ts';

let server: TestServer;
let engine: Engine;
let school: string;
let other: string;
let classId: string;

beforeAll(async () => {
  server = await openTestServer({ REFUSE_REBUILT_FINGERS: 'true' });
  engine = openEngine(server.context);
  school = await server.aSchool();
  other = await server.aSchool();
  classId = await server.aClass(school);
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const CONSENT = { ConsentBy: 'Father', ConsentRelation: 'Father', ConsentMethod: 'paper' };

interface Child {
  readonly id: string;
  readonly admissionNumber: string;
}

async function aChild(finger: number | null, impressions = 3): Promise<Child> {
  const id = newId();
  const admissionNumber = String(3000 + aNumber());
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Juma Ali', classId, pinHash: null }),
  );
  if (finger !== null) {
    const bursar = await server.aPerson('SchoolAdmin', school);
    for (let seed = 1; seed <= impressions; seed++) {
      const done = await bursar.ask(contract.uploadStudentFingerprint, {
        StudentSYSID: id,
        ...CONSENT,
        ...print(finger, seed),
      });
      expect(done.status).toBe(200);
    }
  }
  return { id, admissionNumber };
}

const aCall = (schoolId = school) => callIn(schoolId);

const admissionOf = ({ admissionNumber }: Child) => ({ admit: async () => admissionNumber, known: admissionNumber });

/** Proves, and judges the try in a transaction of its own. */
async function prove(
  child: Child,
  picture: Picture,
  purpose: 'gate' | 'money' = 'gate',
  call = aCall(),
): Promise<FingerProof> {
  const proof = await proveFinger(call, engine, admissionOf(child), picture, purpose).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.afterRollback)
      await server.context.db.inSchool(call.schoolId, error.afterRollback);
    throw error;
  });
  await server.context.db.inSchool(call.schoolId, (tx) => judgeUnspent(tx, proof));
  return proof;
}

/** Scales the picture of a finger. */
async function smaller({ width, height, dpi, pixels }: GreyImage, size: number): Promise<GreyImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * size), Math.round(height * size), { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, dpi, pixels: Uint8Array.from(data) };
}

/** Returns `ok` or the problem. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

function sql<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []) {
  return server.context.db.inSchool(school, (tx) => tx.rows<Row>(text, [school, ...values]));
}

/** Replaces the student's key, as an erasure followed by an enrolment does. */
function renewKey({ id }: Child): Promise<unknown> {
  return server.context.db.inSchool(school, async (tx) => {
    await tx.row('DELETE FROM student_keys WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
    await sealForStudent(tx, server.context, 'sketch', id, newId(), new Uint8Array(1));
  });
}

/**
 * Wraps an engine so that the statement of that name gets another student's number, as if the office had changed the numbers in the
 * meantime.
 */
function meanwhile(statement: string, number: string, another: string): Engine {
  const { db } = server.context;
  const asked = (name: string, values: readonly unknown[]) =>
    name === statement ? values.map((value) => (value === number ? another : value)) : values;
  const inSchool: typeof db.inSchool = (schoolId, work) =>
    db.inSchool(schoolId, (tx) =>
      work({ ...tx, prepared: (name, text, values) => tx.prepared(name, text, asked(name, values)) }),
    );
  return { ...engine, context: { ...server.context, db: { ...db, inSchool } } };
}

const spend = (proof: FingerProof, where = school) =>
  server.context.db.inSchool(where, (tx) => spendPicture(tx, proof));

describe('proveFinger', () => {
  it('proves the enrolled finger for gate and money, and refuses another without revealing the score', async () => {
    const child = await aChild(201);
    const proof = await prove(child, print(201, 11));
    expect(proof.student).toMatchObject({ id: child.id, admissionNumber: child.admissionNumber, names: 'Juma Ali' });
    expect(await outcome(prove(child, print(201, 12, { rotation: 0.4, shiftX: 20 }), 'money'))).toBe('ok');
    expect(await outcome(prove(child, print(202, 1)))).toBe('fingerprint.no-match');
    const refusal = await prove(child, print(202, 1)).catch((error: Refusal) => error);
    expect(JSON.stringify({ ...(refusal as Refusal), message: (refusal as Refusal).message })).not.toMatch(/score/);
  });

  it('proves a finger that has grown since enrolment, but not for another student', async () => {
    const enrolledAs = async (finger: number) => {
      const child = await aChild(null);
      const bursar = await server.aPerson('SchoolAdmin', school);
      for (const seed of [1, 2, 3]) {
        const picture = await smaller(capture(finger, seed), 0.65);
        const body = { StudentSYSID: child.id, ...CONSENT, B64Fingerprint: base64(encodePng(picture)) };
        expect((await bursar.ask(contract.uploadStudentFingerprint, body)).status).toBe(200);
      }
      return child;
    };
    const child = await enrolledAs(61);
    const other = await enrolledAs(62);
    expect(await outcome(prove(child, print(61, 20), 'money'))).toBe('ok');
    expect(await outcome(prove(other, print(61, 21), 'gate'))).toBe('fingerprint.no-match');
  });

  it('reports bad images before unknown students, missing enrolment and other schools', async () => {
    const nobody = { id: '', admissionNumber: '999999999999' };
    expect(await outcome(prove(nobody, { B64Fingerprint: 'AAAA' }))).toBe('fingerprint.bad-image');
    expect(await outcome(prove(nobody, print(201, 13)))).toBe('student.not-found');
    expect(await outcome(prove(await aChild(null), print(201, 13)))).toBe('fingerprint.not-enrolled');
    const child = await aChild(203, 1);
    expect(await outcome(prove(child, print(203, 9), 'gate', aCall(other)))).toBe('student.not-found');
  });

  it('accepts PNG, BMP, JPEG, TIFF and raw pixels, with or without a data prefix', async () => {
    const child = await aChild(204, 2);
    const picture = capture(204, 21);
    for (const file of [asBmp(picture), await asJpeg(picture), await asTiff(picture)])
      expect(await outcome(prove(child, { B64Fingerprint: base64(file) }))).toBe('ok');
    expect(
      await outcome(prove(child, { B64Fingerprint: base64(picture.pixels), Width: 300, Height: 400, Dpi: 500 })),
    ).toBe('ok');
    expect(
      await outcome(prove(child, { B64Fingerprint: `data:image/png;base64,${print(204, 21).B64Fingerprint}` })),
    ).toBe('ok');
    expect(await outcome(prove(child, { B64Fingerprint: base64(picture.pixels), Width: 301, Height: 400 }))).toBe(
      'fingerprint.bad-image',
    );
  });

  it('refuses a template copied from another student', async () => {
    const [child, thief] = [await aChild(205, 1), await aChild(206, 1)];
    const [theirs] = await asOwner<{ sealed_template: Buffer }>(
      server,
      school,
      'SELECT sealed_template FROM fingerprints WHERE student_id = $1',
      [thief.id],
    );
    await sql(
      `INSERT INTO fingerprints (school_id, id, student_id, finger, sealed_template, algorithm, quality, enrolled_by)
       SELECT school_id, gen_random_uuid(), $2, finger, $3, algorithm, quality, enrolled_by FROM fingerprints WHERE school_id = $1 AND student_id = $2`,
      [child.id, theirs?.sealed_template],
    );
    expect(await outcome(prove(child, print(206, 5)))).toBe('fingerprint.no-match');
    expect(await outcome(prove(child, print(205, 5)))).toBe('ok');
  });
});

const wire = (image: GreyImage) => ({ B64Fingerprint: base64(encodePng(image)) });

describe('spendPicture', () => {
  it('a picture can be spent once in any file format, and a rolled back call does not spend it', async () => {
    const child = await aChild(210, 2);
    const picture = capture(210, 31);
    const files = [asBmp(picture), asColourPng(picture), await asTiff(picture)].map((bytes) => ({
      B64Fingerprint: base64(bytes),
    }));
    const first = await prove(child, print(210, 31));
    await expect(
      server.context.db.inSchool(school, async (tx) => {
        await spendPicture(tx, first);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    await spend(first);
    for (const file of [...files, print(210, 31)])
      expect(await outcome(prove(child, file).then((proof) => spend(proof)))).toBe('fingerprint.replayed');
    expect(await outcome(prove(child, print(210, 32)).then((proof) => spend(proof)))).toBe('ok');
    expect(await outcome(prove(child, print(210, 1)).then((proof) => spend(proof)))).toBe('fingerprint.replayed');
  });

  it('a spent picture is refused for every student of the school', async () => {
    const [child, other] = [await aChild(291, 1), await aChild(null)];
    const [one, again] = [await prove(child, print(291, 31)), await prove(child, print(291, 31))];
    await spend(one);
    expect(await outcome(spend({ ...again, student: { ...again.student, id: other.id } }))).toBe(
      'fingerprint.replayed',
    );
  });

  it('of 20 concurrent uses of one picture one succeeds', async () => {
    const child = await aChild(211, 1);
    const proof = await prove(child, print(211, 31));
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(spend(proof))));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
  });

  const { width, height, dpi, pixels } = capture(213, 31);
  const repainted = (paint: (grey: number, place: number) => number) =>
    wire({
      width,
      height,
      dpi,
      pixels: pixels.map((grey, place) => Math.max(0, Math.min(255, paint(grey, place)))),
    });
  const COPIES = {
    'one pixel changed': async () => repainted((grey, place) => (place === 60_150 ? grey ^ 1 : grey)),
    'ridges and valleys exchanged': async () => repainted((grey) => 255 - grey),
    'noise added': async () => repainted((grey, place) => grey + ((place * 7919) % 7) - 3),
    'its margin cut off': async () => {
      const margin = { left: 15, top: 12, width: width - 30, height: height - 24 };
      return asWire(sharp(pixels, { raw: { width, height, channels: 1 } }).extract(margin));
    },
    'a turn of two degrees': async () =>
      asWire(sharp(pixels, { raw: { width, height, channels: 1 } }).rotate(2, { background: 'white' })),
    'another compression': async () => ({ B64Fingerprint: base64(await asJpeg({ width, height, dpi, pixels })) }),
  };
  const asWire = async (picture: Sharp) => {
    const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    return wire({ width: info.width, height: info.height, dpi, pixels: new Uint8Array(data) });
  };

  it('altered copies of a spent picture are refused, and a new touch is accepted', async () => {
    const child = await aChild(213, 2);
    expect(await outcome(prove(child, print(213, 31)).then((proof) => spend(proof)))).toBe('ok');
    for (const [name, copy] of Object.entries(COPIES)) {
      const answer = await outcome(prove(child, await copy()).then((proof) => spend(proof)));
      expect([name, answer]).toEqual([name, 'fingerprint.replayed']);
    }
    expect(await outcome(prove(child, print(213, 32)).then((proof) => spend(proof)))).toBe('ok');
  });

  it('a copy of an enrolled picture can neither be spent nor enrolled', async () => {
    const child = await aChild(214, 1);
    const enrolled = capture(214, 1);
    const copy = wire({ ...enrolled, pixels: enrolled.pixels.map((grey) => Math.min(255, grey + 2)) });
    expect(await outcome(prove(child, copy).then((proof) => spend(proof)))).toBe('fingerprint.replayed');
    const bursar = await server.aPerson('SchoolAdmin', school);
    const again = await bursar.ask(contract.uploadStudentFingerprint, { StudentSYSID: child.id, ...CONSENT, ...copy });
    expect(again.problem).toBe('fingerprint.replayed');
  });

  it('a refused copy is not stored, even when its transaction commits', async () => {
    const child = await aChild(242, 1);
    const taken = capture(242, 31);
    await spend(await prove(child, wire(taken)));
    const remembered = () =>
      server.context.db.readSchool(school, async (tx) => (await readSketches(tx, server.context, child.id)).ids);
    const before = await remembered();
    const copy = await prove(child, wire({ ...taken, pixels: taken.pixels.map((grey) => Math.max(0, grey - 3)) }));
    // The transaction commits, as an offline passage does, which is recorded as unverified.
    await server.context.db.inSchool(school, async (tx) => {
      await expect(spendPicture(tx, copy)).rejects.toMatchObject({ problem: 'fingerprint.replayed' });
    });
    expect(await remembered()).toEqual(before);
  });

  it('of a picture and its copy that are proven together one is spent', async () => {
    const child = await aChild(215, 1);
    const taken = capture(215, 31);
    const copy = wire({ ...taken, pixels: taken.pixels.map((grey) => Math.max(0, grey - 3)) });
    const proofs = await Promise.all([prove(child, print(215, 31)), prove(child, copy)]);
    const answers = await Promise.all(proofs.map((proof) => outcome(spend(proof))));
    expect(answers.toSorted()).toEqual(['fingerprint.replayed', 'ok']);
  });

  it("a sketch is sealed with the student's current key, even if it changed after the proof", async () => {
    const child = await aChild(218, 1);
    const taken = capture(218, 31);
    const proof = await prove(child, wire(taken));
    await renewKey(child);
    expect(await outcome(spend(proof))).toBe('ok');
    const opened = await server.context.db.readSchool(school, (tx) => readSketches(tx, server.context, child.id));
    // The sketch of the enrolment is sealed with the previous key.
    expect([opened.ids.length, opened.packed.length]).toEqual([2, 1]);
  });

  it('identifyFingerprint refuses a copy of a spent picture', async () => {
    const child = await aChild(216, 2);
    const taken = capture(216, 31);
    await spend(await prove(child, wire(taken)));
    const bursar = await server.aPerson('SchoolAdmin', school);
    const copy = wire({ ...taken, pixels: taken.pixels.map((grey) => Math.max(0, grey - 3)) });
    expect((await bursar.ask(contract.identifyFingerprint, copy)).problem).toBe('fingerprint.replayed');
    expect((await bursar.ask(contract.identifyFingerprint, print(216, 32))).status).toBe(200);
  });

  it('sketches are stored sealed, and only the latest are kept beside those of the enrolment', async () => {
    const child = await aChild(217, 1);
    const proof = await prove(child, print(217, 31));
    await spend(proof);
    const kept = await asOwner<{ sealed: Buffer; enrolled: boolean }>(
      server,
      school,
      'SELECT sealed, enrolled FROM picture_sketches WHERE student_id = $1 ORDER BY made_at',
      [child.id],
    );
    expect(kept.map(({ enrolled }) => enrolled)).toEqual([true, false]);
    const { sketch, template } = proof.picture.view;
    for (const { sealed } of kept) {
      expect(sealed.includes(Buffer.from(sketch.subarray(0, 40)))).toBe(false);
      expect(sealed.includes(Buffer.from(template.subarray(0, 40)))).toBe(false);
    }
    await server.context.db.inSchool(school, async (tx) => {
      for (let more = 0; more < MAX_SKETCHES + 3; more++)
        await keepSketch(tx, server.context, child.id, sketch, { enrolled: false, key: null });
    });
    const left = await sql<{ enrolled: boolean; many: number }>(
      `SELECT enrolled, count(*)::int AS many FROM picture_sketches WHERE school_id = $1 AND student_id = $2
       GROUP BY enrolled ORDER BY enrolled`,
      [child.id],
    );
    expect(left).toEqual([
      { enrolled: false, many: MAX_SKETCHES },
      { enrolled: true, many: 1 },
    ]);
  });

  it('the digest of a picture differs between schools', async () => {
    const child = await aChild(212, 1);
    const proof = await prove(child, print(212, 31));
    await spend(proof);
    const { digestOf } = await import('./spend.ts');
    const seen = { width: 300, height: 400, dpi: 500, pixels: new Uint8Array(0), sha256: 'same' };
    expect(digestOf(server.context, school, seen).equals(digestOf(server.context, other, seen))).toBe(false);
  });
});

describe('admission number that changes hands during the proof', () => {
  it.each([
    ['list-held', 219],
    ['charge-numbered-try', 239],
  ] as const)('proves nobody and charges no try when the number changes before %s', async (statement, finger) => {
    const [child, another] = [await aChild(null), await aChild(finger, 1)];
    const owner = statement === 'list-held' ? child : another;
    const asked = owner === child ? another : child;
    const swapped = meanwhile(statement, owner.admissionNumber, asked.admissionNumber);
    const proof = proveFinger(aCall(), swapped, admissionOf(owner), print(finger, 31), 'gate');
    expect(await outcome(proof)).toBe('student.not-found');
    expect(
      await sql('SELECT id FROM student_tries WHERE school_id = $1 AND student_id = ANY ($2)', [
        [child.id, another.id],
      ]),
    ).toEqual([]);
  });

  it('reports a student without fingerprints without charging a try', async () => {
    const child = await aChild(null);
    expect(await outcome(prove(child, print(219, 32)))).toBe('fingerprint.not-enrolled');
    expect(await sql('SELECT id FROM student_tries WHERE school_id = $1 AND student_id = $2', [child.id])).toEqual([]);
  });
});

describe('failed fingers', () => {
  it('five misses in a row hold the finger for 30 seconds, and a match resets them', async () => {
    const child = await aChild(220);
    for (let miss = 0; miss < 4; miss++)
      expect(await outcome(prove(child, print(221, miss)))).toBe('fingerprint.no-match');
    expect(await outcome(prove(child, print(220, 41)))).toBe('ok');
    for (let miss = 0; miss < 5; miss++)
      expect(await outcome(prove(child, print(221, miss)))).toBe('fingerprint.no-match');
    const refusal = await prove(child, print(220, 42)).catch((error: Refusal) => error);
    expect(refusal).toMatchObject({ problem: 'fingerprint.held' });
    const left = Date.parse(String((refusal as Refusal).detail?.until)) - Date.now();
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThan(31_000);
    await sql(
      `UPDATE student_locks SET finger_held_until = clock_timestamp() WHERE school_id = $1 AND student_id = $2`,
      [child.id],
    );
    expect(await outcome(prove(child, print(220, 42)))).toBe('ok');
  });

  it('a replayed picture does not reset the misses', async () => {
    const child = await aChild(224, 1);
    await spend(await prove(child, print(224, 61)));
    for (let miss = 0; miss < 4; miss++) await outcome(prove(child, print(221, miss)));
    expect(await outcome(prove(child, print(224, 61)))).toBe('ok');
    expect(await outcome(prove(child, print(221, 5)))).toBe('fingerprint.no-match');
    expect(await outcome(prove(child, print(224, 62)))).toBe('fingerprint.held');
  });

  it('a copy of a spent picture does not reset the misses', async () => {
    const child = await aChild(225, 1);
    const taken = capture(225, 61);
    await spend(await prove(child, wire(taken)));
    for (let miss = 0; miss < 4; miss++) await outcome(prove(child, print(221, miss)));
    await prove(child, wire({ ...taken, pixels: taken.pixels.map((grey) => Math.max(0, grey - 3)) }));
    expect(await outcome(prove(child, print(221, 5)))).toBe('fingerprint.no-match');
    expect(await outcome(prove(child, print(225, 62)))).toBe('fingerprint.held');
  });

  it('of 50 concurrent misses five are compared and the others are refused as held', async () => {
    const child = await aChild(222, 1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => outcome(prove(child, print(221, 1)))));
    expect(answers.filter((answer) => answer === 'fingerprint.no-match')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'fingerprint.held')).toHaveLength(45);
  });

  it('an engine failure does not count as a miss', async () => {
    const child = await aChild(223, 1);
    const broken: Engine = {
      ...engine,
      run: (name, ask, slot) =>
        name === 'match' ? Promise.reject(new Refusal('server.busy', 'busy')) : engine.run(name, ask, slot),
    };
    for (let turn = 0; turn < 7; turn++) {
      expect(await outcome(proveFinger(aCall(), broken, admissionOf(child), print(223, 51), 'gate'))).toBe(
        'server.busy',
      );
    }
    expect(await outcome(prove(child, print(223, 51)))).toBe('ok');
  });
});

describe('picture rebuilt from a template', () => {
  it('a rebuilt picture is a miss for money and accepted at the gate', async () => {
    const child = await aChild(226, 1);
    const made = rebuiltPrint(226, 1);
    for (let miss = 0; miss < 4; miss++)
      expect(await outcome(prove(child, made, 'money'))).toBe('fingerprint.replayed');
    expect(await outcome(prove(child, print(226, 62), 'money'))).toBe('ok');
    expect(await outcome(prove(child, made, 'gate'))).toBe('ok');
    for (let miss = 0; miss < 5; miss++) await outcome(prove(child, made, 'money'));
    expect(await outcome(prove(child, print(226, 63), 'money'))).toBe('fingerprint.held');
  });
});

describe('event loop', () => {
  it('only worker code imports decoding, extraction and comparison', () => {
    const here = dirname(fileURLToPath(import.meta.url));
    const reached = new Set<string>();
    const follow = (file: string): void => {
      if (reached.has(file) || !existsSync(file)) return;
      reached.add(file);
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)(?! type)(?:[^;']*?from)? '([^']+)';/gms,
      )) {
        if (name.startsWith('@mfuko/fingerprint/')) reached.add(name);
        else if (name.startsWith('.')) follow(resolve(dirname(file), name));
      }
    };
    for (const entry of ['index.ts', 'routes.ts']) follow(resolve(here, entry));
    const engineParts = [...reached].filter((name) => name.startsWith('@'));
    expect(engineParts.toSorted()).toEqual([
      // Lay a template out as a record, for a command alone.
      '@mfuko/fingerprint/exchange/templates',
      '@mfuko/fingerprint/exchange/write',
      // Judges by scores alone.
      '@mfuko/fingerprint/matching/renewal',
      '@mfuko/fingerprint/matching/thresholds',
      // Adds up the map of a template that is enrolled.
      '@mfuko/fingerprint/template/ridge-size',
      '@mfuko/fingerprint/template/template',
    ]);
    expect(reached.has(resolve(here, 'roster.ts'))).toBe(true);
    expect(reached.has(resolve(here, 'engine-worker.ts'))).toBe(false);
    expect(reached.has(resolve(here, 'decode.ts'))).toBe(false);
  });
});
