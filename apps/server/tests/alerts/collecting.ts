import { constants, publicEncrypt } from 'node:crypto';
import { createRecord, type Setting } from '../chaos/setting.ts';

const PAYBILL = '600300';
const KEYS = {
  consumerKey: 'key-of-600300-0001',
  consumerSecret: 'secret-of-600300-0001',
  passkey: 'passkey-of-600300-0001',
};
const OPERATOR = { name: 'schoolapi', password: 'Simba#2026' };

/** Sets up the school to collect by M-Pesa; the simulator knows its paybill with a balance of 0. */
export async function collectByMpesa({ admin, school }: Setting, simulator: string): Promise<void> {
  await mpesaHolds(simulator, 0);
  const { pem } = (await (await fetch(`${simulator}/simulator/certificate`)).json()) as { pem: string };
  const sealed = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(OPERATOR.password));
  await createRecord(admin, 'school/schoolConfig', {
    schoolSYSID: school,
    contactName: 'Achieng Odhiambo',
    contactNumber: '254722000111',
    contactEmail: 'bursar@example.com',
    shortCode: PAYBILL,
    lnmShortCode: PAYBILL,
    initiator: OPERATOR.name,
    apiUser: 'portal',
    consumerKey: KEYS.consumerKey,
    consumerSecret: KEYS.consumerSecret,
    securityCredential: sealed.toString('base64'),
    lnmPassWord: KEYS.passkey,
    apiPassword: 'Simba#2026-portal',
  });
}

/** Sets the school's balance at the M-Pesa simulator in cents, independent of reported payments. */
export async function mpesaHolds(simulator: string, utility: number): Promise<void> {
  const answer = await fetch(`${simulator}/simulator/shortcodes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shortCode: PAYBILL, ...KEYS, operators: [OPERATOR], utility }),
  });
  if (answer.status !== 200) throw new Error(`The simulator answered ${answer.status}: ${await answer.text()}`);
}
