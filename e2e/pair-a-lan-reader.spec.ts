import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lan } from '../apps/scanner/src/lan/lan.ts';
import type { Scanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { askUnproved, copySession, type SiteWithReader, startSiteWithReader } from './lan-reader.ts';
import { checkScreen, checkScreenVariants } from './looks.ts';

// The people of the demo school, and two students whose fingers lie in the scanner's tray.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const TOUCH = 'Put the finger on the reader';
const ANSWERS = 'The reader’s computer answers, and knows this tablet.';
const UNPAIRED = 'The reader’s computer no longer knows this tablet: pair it again under This Device';

let site: SiteWithReader;
let scanner: Scanner;
let lan: Lan;
let admin: WireClient;
let school: string;
/** The tablet at the gate, and another one of the school. */
let gate: Journey;
let office: Journey;

beforeAll(async () => {
  site = await startSiteWithReader();
  ({ scanner, lan } = site);
  admin = await connect(site.server.url);
  await admin.signIn(ADMIN, () => site.server.codeFor(ADMIN));
  school = String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
  admin.actOn(school);
  const device = { serialNumber: 'MFUKO-SIM-0001', deviceLabel: 'Gate reader', deviceRole: 'CHECKINOUT' };
  expect((await admin.call('school/addDevice', { ...device, schoolSYSID: school })).status).toBe(200);
  gate = await site.openTablet();
  office = await site.openTablet();
  await gate.enter(GUARD);
  await office.enter(BURSAR);
});
afterAll(async () => {
  await gate?.close();
  await office?.close();
  await site?.stop();
});

const banner = () => gate.page.getByRole('region', { name: 'What is happening' });
const shows = (text: string) => banner().filter({ hasText: text }).waitFor();

async function startPairing({ page, open }: Journey): Promise<void> {
  await open('device.this', 'This Device');
  await page.getByRole('radio', { name: 'At a mini computer' }).check();
}
async function pair({ page }: Journey, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code of the mini computer' }).fill(code);
  await page.getByRole('button', { name: 'Pair with the reader' }).click();
}

/** From the choice of the place to the button, by the keyboard alone. */
async function pairByKeys(code: string): Promise<void> {
  const { keyboard } = gate.page;
  await gate.page.getByRole('radio', { name: 'At this machine' }).focus();
  await keyboard.press('ArrowDown');
  await gate.page.getByRole('textbox', { name: 'Address of the mini computer' }).waitFor();
  await keyboard.press('Tab');
  await gate.page.locator('input[inputmode=url]:focus').waitFor();
  await keyboard.press('Tab');
  await keyboard.type(code, HAND);
  await keyboard.press('Enter');
}

async function checkIn(number: number): Promise<void> {
  await gate.page.getByLabel('Admission number').focus();
  await gate.page.keyboard.type(String(number), HAND);
  scanner.lift();
  scanner.touch(number - 4000);
}

describe('reader on the LAN', () => {
  recordFailures(() => gate.page);

  it("reports a reader's certificate that the tablet does not trust, and pairs nothing", async () => {
    const stranger = await openJourney(site.server);
    try {
      await copySession(gate, stranger);
      await startPairing(stranger);
      await pair(stranger, lan.pair().code);
      await stranger.told('Does the tablet trust the computer’s certificate');
      expect(lan.tablets()).toEqual([]);
    } finally {
      await stranger.close();
    }
  });

  it('rejects a wrong pairing code, and pairs a tablet by the right one', async () => {
    await startPairing(gate);
    await checkScreenVariants(gate.page, 'this device, a reader on the LAN');
    const { code } = lan.pair();
    await pair(gate, code === '11111111' ? '22222222' : '11111111');
    await gate.told('That is not the code on the mini computer');
    await checkScreen(gate.page, 'this device, wrong code');
    expect(lan.tablets()).toEqual([]);
    await gate.open('device.this', 'This Device');
    await pairByKeys(`${code.slice(0, 4)} ${code.slice(4)}`);
    await gate.told(ANSWERS);
    await checkScreenVariants(gate.page, 'this device, paired');
    expect(lan.tablets()).toMatchObject([{ label: 'Tablet' }]);
  });

  it("rejects a reader's address that the platform has not allowed", async () => {
    await startPairing(office);
    await office.page.getByRole('textbox', { name: 'Address of the mini computer' }).fill('office.lan');
    await pair(office, lan.pair().code);
    await office.told('The platform does not let tablets reach wss://office.lan:8443');
    await checkScreen(office.page, 'this device, an address that is not allowed');
  });

  it('sends no picture to a tablet without a valid proof of its key', async () => {
    scanner.touch(1);
    const [tablet] = lan.tablets();
    const [unproved, forged] = await askUnproved(office.page, lan.url, String(tablet?.id));
    scanner.lift();
    for (const { frames, code } of [unproved, forged].map((each) => each ?? { frames: [], code: 0 })) {
      expect(frames.map((frame) => JSON.parse(frame).type)).toEqual(['prove']);
      expect(code).toBe(4401);
    }
  });

  it('checks a student in at a paired tablet, whose reader code the service worker caches', async () => {
    await gate.page.goto(`${site.server.url}/app/checkin.fingerprint`);
    await shows(TOUCH);
    await checkIn(4001);
    await shows('Student was checked in successfully');
    await gate.page.getByRole('list', { name: 'Latest' }).getByText('4001').first().waitFor();
    expect(lan.tablets()).toMatchObject([{ isHere: true }]);
    scanner.lift();
    // Kept on the device: the gate opens without the server's network, and its reader is in the school's own.
    expect(await (await fetch(`${site.server.url}/gate-sw.js`)).text()).toMatch(/"\/assets\/lan-reader-[^"]+\.js"/);
  });

  it('rejects unsigned captures once the reader is paired with the school, and accepts signed ones', async () => {
    await gate.page.goto(`${site.server.url}/app/device.this`);
    await gate.told(ANSWERS);
    await startPairing(office);
    await pair(office, lan.pair().code);
    await office.told(ANSWERS);
    await office.page.goto(`${site.server.url}/app/device.view`);
    await office.page.getByRole('button', { name: 'Gate reader', exact: true }).click();
    await office.page.getByRole('button', { name: 'Pair the reader at this machine' }).click();
    await office.told('The reader of Gate reader now signs its scans');
    expect(
      (await admin.call('school/updateSchoolSettings', { sysid: school, requireSignedCaptures: true })).status,
    ).toBe(200);
    const unsigned = { admissionNumber: '4002', B64Fingerprint: 'bm8gZmluZ2Vy', SerialNumber: 'MFUKO-SIM-0001' };
    expect((await admin.call('check/inFingerprint', unsigned)).body.problem).toBe('device.unsigned-capture');
    await gate.page.goto(`${site.server.url}/app/checkin.fingerprint`);
    await shows(TOUCH);
    await checkIn(4002);
    await shows('Student was checked in successfully');
    scanner.lift();
  });

  it('tells a second tablet that the reader serves another one', async () => {
    await office.page.goto(`${site.server.url}/app/cashout.fingerprint`);
    await office.told('The reader at gate.localhost is in use by another tablet or page');
    await checkScreen(office.page, 'cash out, the reader serves another tablet');
  });

  it('tells a tablet at once that it was unpaired, and serves the other tablet', async () => {
    const mine = lan.tablets().find(({ isHere }) => isHere);
    expect(lan.unpair(String(mine?.id))).toBeDefined();
    await shows(UNPAIRED);
    await checkScreen(gate.page, 'check in, unpaired');
    await office.told(TOUCH);
    await gate.page.goto(`${site.server.url}/app/device.this`);
    await gate.told('The mini computer no longer knows this tablet');
    await gate.page.getByRole('button', { name: 'Forget this reader' }).click();
    await gate.page.getByRole('radio', { name: 'At this machine' }).waitFor();
    expect(gate.complaints).toEqual([]);
  });

  it('reports by name a reader whose computer is off', async () => {
    await scanner.stop();
    await office.page.goto(`${site.server.url}/app/cashout.fingerprint`);
    await office.told(
      'The reader at gate.localhost cannot be reached. Is its computer on, and is this tablet on the same network?',
    );
    await checkScreen(office.page, 'cash out, the reader is away');
  });
});
