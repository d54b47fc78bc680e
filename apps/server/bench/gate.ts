/**
 * `npm run bench:gate`: check-ins and check-outs by fingerprint over HTTP, against a server of its own, by one client and by
 * sixteen at once. Each call sends a picture that was never sent before, as a reader would. Prints calls a second and the
 * 50th and 95th percentile of the answer's time in milliseconds.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import { connect, type WireClient } from '../../../e2e/client.ts';
import { runServer } from '../../../e2e/server.ts';

const STUDENTS = 16;
const PASSAGES = 12;
const PHONE = '254711000001';

interface Student {
  readonly admissionNumber: string;
  /** Pictures in base64, each sent once. */
  readonly pictures: string[];
  inside: boolean;
}

function takePicture(seed: number, shot: number): string {
  const picture = impress(makeFinger(seed), {
    seed: seed * 1000 + shot,
    shiftX: (shot % 5) * 3 - 6,
    shiftY: (shot % 7) * 2 - 6,
    rotation: ((shot % 9) - 4) * 0.03,
  });
  return Buffer.from(encodePng(picture)).toString('base64');
}

async function enrol(client: WireClient, classSYSID: unknown, place: number): Promise<Student> {
  const admissionNumber = String(5001 + place);
  await client.call('student/createStudent', { admissionNumber, names: `Student ${place}`, classSYSID });
  for (const shot of [1, 2, 3]) {
    await client.call('student/uploadStudentFingerprintAdm', {
      AdmissionNumber: admissionNumber,
      B64Finger: takePicture(place + 1, shot),
      ConsentBy: 'Achieng Were',
      ConsentRelation: 'Mother',
      ConsentMethod: 'paper',
    });
  }
  const pictures = Array.from({ length: PASSAGES * 2 }, (_, shot) => takePicture(place + 1, shot + 10));
  return { admissionNumber, pictures, inside: false };
}

/** Lets one student in and out until `most` pictures are used; gives the time of each call and how many were refused. */
async function pass(client: WireClient, student: Student, most: number): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  for (const B64Fingerprint of student.pictures.splice(0, most)) {
    const start = performance.now();
    const path = student.inside ? 'check/outFingerprint' : 'check/inFingerprint';
    const answer = await client.call(path, { admissionNumber: student.admissionNumber, B64Fingerprint });
    times.push(performance.now() - start);
    if (answer.status === 200) student.inside = !student.inside;
    else refused++;
  }
  return { times, refused };
}

function report(name: string, times: number[], refused: number, seconds: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  const rate = (times.length / seconds).toFixed(1);
  process.stdout.write(`| ${name} | ${times.length} | ${rate} | ${at(0.5)} | ${at(0.95)} | ${refused} |\n`);
}

const server = await runServer({ LOG_LEVEL: 'error' }, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
try {
  await server.createAdmin(PHONE);
  const client = await connect(server.url);
  await client.signIn(PHONE, () => server.codeFor(PHONE));
  const counties = await client.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const school = {
    CountySYSID: counties.body[0]?.sysid,
    SchoolCode: 'B1',
    OfficialName: 'Bench',
    ShortName: 'Bench',
    Pobox: '1',
    Town: 'Kisumu',
  };
  for (const [name, value] of Object.entries(school)) form.set(name, String(value));
  const png = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png');
  client.actOn(String((await client.call('school/createSchool', form)).body.sysid));
  const { sysid } = (await client.call('school/createClass', { className: 'Bench' })).body;
  const students: Student[] = [];
  for (let place = 0; place < STUDENTS; place++) students.push(await enrol(client, sysid, place));

  process.stdout.write('| clients | calls | calls a second | p50 ms | p95 ms | refused |\n|---|---|---|---|---|---|\n');
  const alone = { times: [] as number[], refused: 0 };
  let start = performance.now();
  for (const student of students) {
    const one = await pass(client, student, PASSAGES);
    alone.times.push(...one.times);
    alone.refused += one.refused;
  }
  report('1', alone.times, alone.refused, (performance.now() - start) / 1000);
  start = performance.now();
  const all = await Promise.all(students.map((student) => pass(client, student, PASSAGES)));
  const seconds = (performance.now() - start) / 1000;
  report(
    '16',
    all.flatMap((one) => one.times),
    all.reduce((sum, one) => sum + one.refused, 0),
    seconds,
  );
} finally {
  await server.stop();
}
