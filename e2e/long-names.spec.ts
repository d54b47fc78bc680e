import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreenVariants } from './looks.ts';
import { waitForScreen } from './screens.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const BURSAR_OF_A_NEW_SCHOOL = '254711000077';
const STUDENTS = 600;
const PARTS = ['Wanjiru-Kamau Nyambura', 'Oluoch-Adhiambo Achieng', 'Chepkoech-Cheruiyot', 'Mwanamisi Abdulrahman'];
/** Sixty letters, which is the most that a class has. */
const CLASS = 'Kipepeo ya Mashariki na Magharibi, Mkondo wa Chuo Kikuu 0001';
/** Screens that show names, or a list of everything. */
const WITH_NAMES = [
  'student.view?pageSize=1000',
  'student.balances?pageSize=10',
  'student.details?admissionNumber=4001',
  'student.upload.money?admissionNumber=4001',
  'student.statement?admissionNumber=4001',
  'cash.desk',
  'class.view',
  'profile.view',
];
const WITHOUT_ANYTHING = ['school.dash', 'student.view', 'student.balances', 'payments.view'];
/** Screens of a school in which nothing is yet, and the one that each leads to first. */
const FIRST_STEPS = {
  'school.dash': 'student.upload.money',
  'student.balances': 'student.upload',
  'check.attendance': 'student.upload',
  'student.add': 'class.add',
  'report.trips': 'school.bus.view',
  'till.view': 'till',
  'check.dash': 'checkin.fingerprint',
  'check.trip': 'school.bus.view',
  'school.menu.consume': 'school.add.menu',
} as const;

let server: RunningServer;
let journey: Journey;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});
recordFailures(() => journey.page);

const nameOf = (place: number) => [0, 1, 2].map((part) => PARTS[(place + part) % PARTS.length]).join(' ');

async function signedIn(phone: string): Promise<WireClient> {
  const client = await connect(server.url);
  await client.signIn(phone, () => server.codeFor(phone));
  return client;
}

/** Makes calls, a few at a time. */
async function make(client: WireClient, calls: readonly (readonly [path: string, input: object])[]): Promise<void> {
  const left = [...calls];
  async function work(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) {
      const [path, input] = next;
      expect([path, (await client.call(path, { ...input })).status]).toEqual([path, 200]);
    }
  }
  await Promise.all([work(), work(), work(), work()]);
}

async function listOf(client: WireClient, path: string): Promise<{ readonly sysid: string }[]> {
  return (await client.call(path, { pageSize: '1000' }, 'GET')).body as unknown as { readonly sysid: string }[];
}

async function lookAtEach(screens: readonly string[], kind: string): Promise<void> {
  const { page } = journey;
  for (const screen of screens) {
    await page.goto(`${server.url}/app/${screen}`);
    await waitForScreen(page);
    await checkScreenVariants(page, `${screen.split('?')[0]}, ${kind}`);
  }
}

it('shows 600 students with three long names each without a fault at each size', async () => {
  const office = await signedIn(ADMIN);
  office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const classes = await listOf(office, 'school/getClasses');
  const students = await listOf(office, 'student/getStudents');
  await make(office, [
    ...classes.map(({ sysid }, at) => ['school/updateClass', { sysid, className: CLASS.slice(0, -1) + at }] as const),
    ...students.map(({ sysid }, at) => ['student/updateStudent', { sysid, names: nameOf(at) }] as const),
    ...Array.from({ length: STUDENTS - students.length }, (_, at) => {
      const classSYSID = classes[at % classes.length]?.sysid;
      return [
        'student/createStudent',
        { admissionNumber: String(70_000_000 + at), names: nameOf(at), classSYSID },
      ] as const;
    }),
    ...(await listOf(office, 'school/getBuses')).map(
      ({ sysid }) => ['school/updateBus', { sysid, label: 'Kondele – Mamboleo – Riat Hills – Kiboswa' }] as const,
    ),
    ...(await listOf(office, 'school/getMenu')).map(
      ({ sysid }, at) =>
        ['school/updateMenu', { sysid, name: `Chapati na maharagwe na mchuzi wa nazi, sahani ${at}` }] as const,
    ),
  ]);
  journey = await openJourney(server);
  await journey.enter(BURSAR);
  await lookAtEach(WITH_NAMES, 'long names');
  await journey.close();
}, 900_000);

it('links the empty screens of a new school to the first step', async () => {
  const admin = await signedIn(ADMIN);
  const form = new FormData();
  const counties = await admin.call('school/getCounties', {}, 'GET');
  const fields = { CountySYSID: counties.body[0]?.sysid, SchoolCode: 'NEW-1', OfficialName: 'Uhuru Primary School' };
  for (const [name, value] of Object.entries({ ...fields, ShortName: 'Uhuru', Pobox: '1', Town: 'Kisumu' }))
    form.set(name, String(value));
  const logo = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  const schoolSYSID = (await admin.call('school/createSchool', form)).body.sysid;
  const password = 'Mfuko-7731';
  const person = { firstName: 'Akinyi', lastNames: 'Odhiambo', email: 'office@example.com', role: 'SchoolAdmin' };
  await make(admin, [
    [
      'school/createUser',
      { ...person, schoolSYSID, phoneNumber: BURSAR_OF_A_NEW_SCHOOL, password, confirmPassword: password },
    ],
  ]);
  journey = await openJourney(server);
  await journey.enter(BURSAR_OF_A_NEW_SCHOOL);
  await lookAtEach(WITHOUT_ANYTHING, 'nothing yet');
  for (const [screen, first] of Object.entries(FIRST_STEPS)) {
    await journey.page.goto(`${server.url}/app/${screen}`);
    await journey.page.locator(`main a[href="/app/${first}"]`).first().waitFor();
  }
}, 400_000);
