/**
 * Runs the main workflow over HTTP alone, with real prints: `npm run journey -- FOLDER`, where FOLDER contains
 * `<finger>_<impression>.png`. Starts its own server on an empty database, proceeds from registering a school to the dashboard, and stops
 * the server.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, connect } from '../e2e/client.ts';
import { startServer } from '../e2e/server.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('npm run journey -- FOLDER of <finger>_<impression>.png\n');
  process.exit(2);
}

const impressions = Map.groupBy(
  readdirSync(folder)
    .filter((name) => /_\d+\.png$/.test(name))
    .sort(),
  (name) => name.replace(/_\d+\.png$/, ''),
);
const fingers = [...impressions.keys()].filter((finger) => (impressions.get(finger)?.length ?? 0) >= 6);
assert(fingers.length >= 2, 'two fingers with six impressions each are needed');

function print(finger: string, impression: number): string {
  return readFileSync(join(folder ?? '', `${finger}_${impression}.png`)).toString('base64');
}

function step(name: string, answer: Answer, status = 200): Answer['body'] {
  process.stdout.write(
    `${answer.status === status ? 'ok  ' : 'FAIL'} ${name}: ${answer.status} ${String(answer.body.message ?? '')}\n`,
  );
  assert.equal(answer.status, status, `${name}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const server = await startServer();
try {
  const phone = '254711000001';
  await server.createAdmin(phone);
  const admin = await connect(server.url);
  await admin.signIn(phone, () => server.codeFor(phone));

  const counties = step('counties', await admin.call('school/getCounties', {}, 'GET'));
  const form = new FormData();
  const school = {
    CountySYSID: counties[46]?.sysid,
    SchoolCode: 'J1',
    OfficialName: 'Journey School',
    ShortName: 'Journey',
  };
  for (const [name, value] of Object.entries({ ...school, Pobox: '1', Town: 'Nairobi' })) form.set(name, String(value));
  form.set('Logo', new Blob([new Uint8Array(Buffer.from(onePixel(), 'base64'))], { type: 'image/png' }), 'logo.png');
  admin.actOn(String(step('register a school', await admin.call('school/createSchool', form)).sysid));
  const made = step('class', await admin.call('school/createClass', { className: 'Grade 4' }));

  let matched = 0;
  let tried = 0;
  let fooled = 0;
  const chosen = fingers.slice(0, 10);
  for (const [place, finger] of chosen.entries()) {
    const admissionNumber = String(4001 + place);
    const student = { admissionNumber, names: `Student ${place + 1}`, classSYSID: made.sysid, checkPin: '274951' };
    step(`student ${admissionNumber}`, await admin.call('student/createStudent', student));
    for (const impression of [1, 2, 3]) {
      const answer = await admin.call('student/uploadStudentFingerprintAdm', {
        AdmissionNumber: admissionNumber,
        B64Finger: print(finger, impression),
        SerialNumber: 'journey',
        ConsentBy: 'Achieng Were',
        ConsentRelation: 'Mother',
        ConsentMethod: 'paper',
      });
      if (answer.status !== 200)
        process.stdout.write(`     impression ${impression}: ${String(answer.body.message)}\n`);
    }
    const stranger = chosen[(place + 1) % chosen.length] ?? finger;
    const other = await admin.call('check/inFingerprint', { admissionNumber, B64Fingerprint: print(stranger, 6) });
    if (other.status === 200) fooled++;
    tried++;
    const own = await admin.call('check/inFingerprint', { admissionNumber, B64Fingerprint: print(finger, 5) });
    if (own.status === 200) matched++;
  }
  process.stdout.write(`     own finger let in ${matched} of ${tried}, another finger let in ${fooled} of ${tried}\n`);
  assert(matched >= 1 && fooled === 0);

  const first = { admissionNumber: '4001' };
  step(
    'the same picture again',
    await admin.call('check/outFingerprint', { ...first, B64Fingerprint: print(chosen[0] ?? '', 5) }),
    422,
  );
  step('check out by PIN', await admin.call('check/outPin', { ...first, pin: '274951' }));
  step('a wrong PIN', await admin.call('check/inPin', { ...first, pin: '274952' }), 422);
  step('pay in', await admin.call('wallet/deposit', { ...first, amount: '500.50' }));
  step(
    'cash out by finger',
    await admin.call('wallet/cashFingerprint', {
      ...first,
      amount: 100,
      b64Fingerprint: print(chosen[0] ?? '', 4),
      userName: phone,
    }),
  );
  step(
    'cash out by PIN',
    await admin.call('wallet/cashOutPin', { ...first, pin: '274951', amount: 50, userName: phone }),
  );
  step(
    'more than there is',
    await admin.call('wallet/cashOutPin', { ...first, pin: '274951', amount: 5000, userName: phone }),
    422,
  );
  const statement = step('statement', await admin.call('wallet/getStatement', first, 'GET')) as unknown as {
    amount: number;
  }[];
  const dashboard = step('dashboard', await admin.call('school/dashboard'));
  const sum = statement.reduce((total, row) => total + row.amount * 100, 0) / 100;
  assert.equal(dashboard.studentBalance, sum);
  assert.equal(dashboard.noOfCheckOuts, 1);
  process.stdout.write('The whole way was walked.\n');
} finally {
  await server.stop();
}

function onePixel(): string {
  return 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
}
