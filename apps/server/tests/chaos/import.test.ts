import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import { type RunningServer, startServer } from '../../../../e2e/server.ts';
import { writeSheet } from '../../src/platform/spreadsheets/write.ts';

// Servers start here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 300_000 });

const PHONE = '254711000002';
const ROWS = 300;

let server: RunningServer;
let client: WireClient;
let school: string;

async function reconnect(): Promise<void> {
  client = await connect(server.url, client.token());
  client.actOn(school);
}

beforeAll(async () => {
  server = await startServer();
  await server.createAdmin(PHONE);
  client = await connect(server.url);
  await client.signIn(PHONE, () => server.codeFor(PHONE));
  const counties = await client.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const fields = {
    CountySYSID: counties.body[0]?.sysid,
    SchoolCode: 'I1',
    OfficialName: 'Imports',
    ShortName: 'Imports',
    Pobox: '1',
    Town: 'Lamu',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const logo = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  school = String((await client.call('school/createSchool', form)).body.sysid);
  client.actOn(school);
}, 120_000);
afterAll(() => server?.stop());

async function formOf(part: string, head: readonly string[], rows: readonly string[][]): Promise<FormData> {
  const form = new FormData();
  form.set(part, new Blob([new Uint8Array(await writeSheet(head, rows))]), 'list.xlsx');
  form.set('createClasses', 'true');
  return form;
}

async function roll(): Promise<{ admissionNumber: string; balance: number }[]> {
  const { status, body } = await client.call('student/getStudents', {}, 'GET');
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return body as unknown as { admissionNumber: string; balance: number }[];
}

describe('a list import under kill -9', () => {
  it.each(['before-work:1', 'before-commit:1', 'after-commit:1'])(
    'is recorded entirely or not at all when the server dies %s, and a retry completes it',
    async (point) => {
      const first = 1 + (await roll()).length;
      const numbers = Array.from({ length: ROWS }, (_, place) => String(first + place));
      const students = () =>
        formOf(
          'Students',
          ['Admission Number', 'Names', 'Class'],
          numbers.map((number) => [number, 'Amina Juma', `Grade ${point.split(':')[0]}`]),
        );
      const deposits = () =>
        formOf(
          'Deposits',
          ['Admission Number', 'Amount'],
          numbers.map((number) => [number, '10']),
        );

      for (const [path, form] of [
        ['school/uploadStudents', students],
        ['wallet/uploadDeposits', deposits],
      ] as const) {
        const before = await roll();
        await server.end('SIGTERM');
        server = await startServer({ FAILPOINT: point }, server.dataDir);
        await reconnect();
        await expect(client.call(path, await form())).rejects.toThrow();
        await server.ended;
        server = await startServer({}, server.dataDir);
        await reconnect();
        const after = await roll();
        const recorded = point.startsWith('after') ? ROWS : 0;
        if (path === 'school/uploadStudents') expect(after.length - before.length).toBe(recorded);
        else
          expect(
            after.filter(({ admissionNumber, balance }) => numbers.includes(admissionNumber) && balance === 10),
          ).toHaveLength(recorded);
        // A user who got no answer sends the file again.
        const again = await client.call(path, await form());
        expect(again.body).toMatchObject({ created: ROWS - recorded, skipped: recorded, errors: [] });
      }
      expect(
        (await roll()).filter(({ admissionNumber }) => numbers.includes(admissionNumber)).map(({ balance }) => balance),
      ).toEqual(numbers.map(() => 10));
    },
  );
});
