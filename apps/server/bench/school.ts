import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { connect, type WireClient } from '../../../e2e/client.ts';
import type { RunningServer } from '../../../e2e/server.ts';
import { type Filling, fillPlatform } from './platform.ts';

const ADMIN = '254711000001';

/** Signs the platform's Admin in, who is made where the folder is new. */
export async function signInAdmin(running: RunningServer, again = false): Promise<WireClient> {
  if (!again) await running.createAdmin(ADMIN);
  const client = await connect(running.url);
  await client.signIn(ADMIN, () => running.codeFor(ADMIN));
  return client;
}

/** Registers the measured school with people in its office, and fills it and others. Answers its id. */
export async function fillBench(
  running: RunningServer,
  admin: WireClient,
  office: readonly string[],
  amounts: Filling,
): Promise<string> {
  const counties = await admin.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const fields = {
    CountySYSID: counties.body[0]?.sysid,
    SchoolCode: 'B1',
    OfficialName: 'Bench',
    ShortName: 'Bench',
    Pobox: '1',
    Town: 'Kisumu',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const png = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png');
  const school = String((await admin.call('school/createSchool', form)).body.sysid);
  for (const phoneNumber of office) {
    await admin.call('school/createUser', {
      role: 'SchoolAdmin',
      schoolSYSID: school,
      phoneNumber,
      email: 'bench@example.com',
      firstName: 'Akinyi',
      lastNames: 'Odhiambo',
      password: 'a-long-password',
      confirmPassword: 'a-long-password',
    });
  }
  const start = performance.now();
  await fillPlatform(running.dataDir, school, amounts);
  const all = (amounts.schools * amounts.students).toLocaleString('en');
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${amounts.schools} schools with ${all} students filled in ${seconds} s\n\n`);
  return school;
}
