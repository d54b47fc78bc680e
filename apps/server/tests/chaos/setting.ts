import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import type { RunningServer } from '../../../../e2e/server.ts';

export const ADMIN = '254711000001';
export const PIN = '274951';

/** User who may move money, with the session of their sign-in. */
export interface Teller {
  readonly phone: string;
  readonly token: string;
}

export interface Setting {
  readonly school: string;
  /** The platform's Admin, acting on the school. */
  readonly admin: WireClient;
  /** At least two, since the author of a journal entry may not reverse it. */
  readonly tellers: readonly Teller[];
  /** Admission numbers. */
  readonly students: readonly string[];
}

/** Creates a school with staff and students over HTTP. */
export async function makeSetting(
  server: RunningServer,
  wanted: { readonly tellers: number; readonly students: number },
): Promise<Setting> {
  await server.createAdmin(ADMIN);
  const admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  const school = await makeSchool(admin);
  admin.actOn(school);
  const { sysid: classSYSID } = await createRecord(admin, 'school/createClass', { className: 'Grade 1' });
  const students = Array.from({ length: wanted.students }, (_, place) => String(1001 + place));
  for (const admissionNumber of students)
    await createRecord(admin, 'student/createStudent', {
      admissionNumber,
      names: 'Amina Juma',
      classSYSID,
      checkPin: PIN,
    });
  const tellers: Teller[] = [{ phone: ADMIN, token: admin.token() }];
  while (tellers.length < wanted.tellers) tellers.push(await hire(server, admin, school, tellers.length));
  return { school, admin, tellers, students };
}

/** Creates a school of that name over HTTP. */
export async function makeSchool(admin: WireClient, name = 'Chaos', SchoolCode = 'C1'): Promise<string> {
  const counties = await admin.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const fields = { SchoolCode, OfficialName: name, ShortName: name, Pobox: '1', Town: 'Lamu' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('CountySYSID', String(counties.body[0]?.sysid));
  const logo = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  return String((await createRecord(admin, 'school/createSchool', form)).sysid);
}

async function hire(server: RunningServer, admin: WireClient, school: string, place: number): Promise<Teller> {
  const phone = `2547110001${String(place).padStart(2, '0')}`;
  await createRecord(admin, 'school/createUser', {
    phoneNumber: phone,
    email: 'teller@example.com',
    firstName: 'Peter',
    lastNames: 'Kamau',
    role: 'SchoolAdmin',
    schoolSYSID: school,
    password: 'Mfuko-7731',
    confirmPassword: 'Mfuko-7731',
  });
  const client = await connect(server.url);
  await client.signIn(phone, () => server.codeFor(phone));
  return { phone, token: client.token() };
}

/** Returns the result of a creating call. Throws if the call was refused. */
export async function createRecord(client: WireClient, path: string, input: Record<string, unknown> | FormData) {
  const { status, body } = await client.call(path, input);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
