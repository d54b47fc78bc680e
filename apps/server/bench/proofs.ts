/**
 * `npm run bench:proofs -- [FOLDER]`: check-ins and check-outs by finger and by PIN, as a gate's tablet sends them: by a guard, signed, with a key.
 * Against this server and that of another tree of the product in FOLDER, in turns, so that whatever else the machine does befalls both. Prints for
 * each round the milliseconds of processor time a call by thread, and calls a second by eight clients; in the end the middle ratio of the rounds.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import { connect, type WireClient } from '../../../e2e/client.ts';
import { type RunningServer, runServer } from '../../../e2e/server.ts';
import { type Spent, threadTimes } from './cpu.ts';

const ADMIN = '254711000001';
const GUARD = '254711000002';
const CLIENTS = 8;
const ROUNDS = 4;
/** Passages of each student and proof in a round; the first round warms up and is not told. */
const PASSAGES = 8;

interface Side {
  readonly name: string;
  readonly server: RunningServer;
  readonly call: (path: string, input: object) => Promise<void>;
}

/** Pictures are the same for both: each server sees each of them once. */
const pictures = Array.from({ length: CLIENTS }, (_, place) => {
  const finger = makeFinger(place + 1);
  const shots = Array.from({ length: 3 + (ROUNDS + 1) * PASSAGES }, (_, shot) =>
    impress(finger, {
      seed: place * 1000 + shot,
      shiftX: (shot % 5) * 3 - 6,
      shiftY: (shot % 7) * 2 - 6,
      rotation: ((shot % 9) - 4) * 0.03,
    }),
  );
  return shots.map((shot) => Buffer.from(encodePng(shot)).toString('base64'));
});

async function open(name: string, start: typeof runServer): Promise<Side> {
  const server = await start({ LOG_LEVEL: 'error' }, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
  await server.createAdmin(ADMIN);
  const admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  const school = await aSchool(admin);
  admin.actOn(school);
  const person = { phoneNumber: GUARD, email: 'bench@example.com', firstName: 'Akinyi', lastNames: 'Odhiambo' };
  const password = { password: 'a-long-password', confirmPassword: 'a-long-password' };
  await granted(admin, 'school/createUser', {
    role: 'CheckAgent',
    duties: ['gate'],
    schoolSYSID: school,
    ...person,
    ...password,
  });
  const { sysid } = await granted(admin, 'school/createClass', { className: 'Bench' });
  for (let place = 0; place < CLIENTS; place++) await enrol(admin, sysid, place);
  const guard = await connect(server.url);
  await guard.signIn(GUARD, () => server.codeFor(GUARD));
  const tablet = await aTablet(admin);
  return { name, server, call: (path, input) => signed(guard, tablet, path, input) };
}

async function granted(client: WireClient, path: string, input: Record<string, unknown> | FormData) {
  const { status, body } = await client.call(path, input);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function aSchool(admin: WireClient): Promise<string> {
  const counties = await admin.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const school = { SchoolCode: 'B1', OfficialName: 'Bench', ShortName: 'Bench', Pobox: '1', Town: 'Kisumu' };
  for (const [name, value] of Object.entries(school)) form.set(name, value);
  form.set('CountySYSID', String(counties.body[0]?.sysid));
  const png = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png');
  return String((await granted(admin, 'school/createSchool', form)).sysid);
}

const numberOf = (place: number) => String(5001 + place);
const PIN = '482916';

async function enrol(admin: WireClient, classSYSID: unknown, place: number): Promise<void> {
  const admissionNumber = numberOf(place);
  await granted(admin, 'student/createStudent', {
    admissionNumber,
    names: `Student ${place}`,
    classSYSID,
    checkPin: PIN,
  });
  for (const B64Finger of pictures[place]?.slice(0, 3) ?? []) {
    const consent = { ConsentBy: 'Achieng Were', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    await granted(admin, 'student/uploadStudentFingerprintAdm', {
      AdmissionNumber: admissionNumber,
      B64Finger,
      ...consent,
    });
  }
}

interface Tablet {
  readonly id: string;
  readonly key: KeyObject;
}

async function aTablet(admin: WireClient): Promise<Tablet> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { code } = await granted(admin, 'school/createDeviceCode', { label: 'Bench', role: 'CHECKINOUT' });
  const enrolled = await granted(admin, 'auth/enrolDevice', { code, publicKey: publicKey.export({ format: 'jwk' }) });
  return { id: String(enrolled.deviceSYSID), key: privateKey };
}

let last = 0;

async function signed(guard: WireClient, { id, key }: Tablet, path: string, input: object): Promise<void> {
  last = Math.max(last + 1, Date.now());
  const digest = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const text = `POST /api/${path} ${last} ${digest}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const headers = {
    device: `${id}.${last}.${signature}`,
    'device-state': 'b=80;c=0;w=0',
    'idempotency-key': randomUUID(),
  };
  const { status, body } = await guard.call(path, { ...input }, 'POST', headers);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
}

interface Measured extends Spent {
  readonly alone: number;
  readonly rate: number;
}

/** Half of a round's passages one after the other, the rest by all clients at once. */
async function measure(
  { server, call }: Side,
  pass: (place: number, turn: number) => readonly [string, object],
): Promise<Measured> {
  const before = threadTimes(server.dataDir);
  const go = async (place: number, turn: number) => call(...pass(place, turn));
  const start = performance.now();
  for (let place = 0; place < CLIENTS; place++) for (let turn = 0; turn < PASSAGES / 2; turn++) await go(place, turn);
  const middle = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, place) => {
      for (let turn = PASSAGES / 2; turn < PASSAGES; turn++) await go(place, turn);
    }),
  );
  const end = performance.now();
  const calls = CLIENTS * PASSAGES;
  const after = threadTimes(server.dataDir);
  const each = (name: keyof Spent) => (after[name] - before[name]) / calls;
  return {
    ...{ main: each('main'), workers: each('workers'), others: each('others'), database: each('database') },
    alone: (middle - start) / (calls / 2),
    rate: calls / 2 / ((end - middle) / 1000),
  };
}

const FIGURES = ['main', 'workers', 'others', 'database', 'alone', 'rate'] as const;

function row(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |\n`);
}

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const other = process.argv[2];
const sides = [await open('this', runServer)];
if (other !== undefined) {
  const { runServer: start } = (await import(pathToFileURL(resolve(other, 'e2e/server.ts')).href)) as {
    runServer: typeof runServer;
  };
  sides.unshift(await open('other', start));
}
try {
  row([
    'proof',
    'server',
    'main ms',
    'engine ms',
    'other threads ms',
    'PostgreSQL ms',
    'one client ms',
    `${CLIENTS} clients a second`,
  ]);
  row(Array.from({ length: 8 }, () => '---'));
  for (const proof of ['finger', 'PIN']) {
    const told = new Map(sides.map(({ name }) => [name, [] as Measured[]]));
    for (let round = 0; round <= ROUNDS; round++) {
      const pass = (place: number, turn: number) => {
        const way = turn % 2 === 0 ? 'in' : 'out';
        const of = { admissionNumber: numberOf(place) };
        if (proof === 'PIN') return [`check/${way}Pin`, { ...of, pin: PIN }] as const;
        return [
          `check/${way}Fingerprint`,
          { ...of, B64Fingerprint: pictures[place]?.[3 + round * PASSAGES + turn] },
        ] as const;
      };
      for (const side of sides) {
        const measured = await measure(side, pass);
        if (round > 0) told.get(side.name)?.push(measured);
      }
    }
    for (const { name } of sides)
      row([proof, name, ...FIGURES.map((figure) => middle((told.get(name) ?? []).map((one) => one[figure])))]);
    const [one = [], two = []] = [...told.values()];
    if (two.length > 0)
      row([
        proof,
        'ratio',
        ...FIGURES.map((figure) =>
          middle(two.map((each, round) => each[figure] / (one[round]?.[figure] ?? Number.NaN))),
        ),
      ]);
  }
} finally {
  for (const { server } of sides) await server.stop();
}
