import { randomInt } from 'node:crypto';
import type { Duty, Role } from '@mfuko/contract/endpoint';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import { createRecord } from '../chaos/setting.ts';
import type { Server } from './send.ts';

/** A signed-in user. */
export interface Member {
  readonly role: string;
  readonly token: string;
  readonly phone: string;
}

/** A server under attack, with privileged access for setting up the attack and checking its result. */
export interface Site {
  readonly url: string;
  /** The proxy through which the attack comes, with the certificate of its authority; without one it comes directly. */
  readonly front?: Server;
  /** The Admin who sets up the attack; not an attacker. */
  readonly admin: WireClient;
  aSchool(name: string, code: string): Promise<string>;
  /** Restores what the attackers need and lose with time: stepped-up sessions, and visits of the Admins to the school `own`. */
  stand(own: string): Promise<void>;
  hire(role: Role, school: string | null, duty?: Duty): Promise<Member>;
  /** Reads rows of every school. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface School {
  readonly id: string;
  /** One id of each table with rows of this school. */
  readonly ids: Readonly<Record<string, string>>;
  readonly students: readonly string[];
  /** Texts that occur only in this school, recognisable in any answer. */
  readonly canaries: readonly string[];
  /** Texts that no answer may contain, for any caller. */
  readonly secrets: readonly string[];
}

/** Schools: the attackers' own; the victim, in which nobody works; and a neighbour, whose work must not be disturbed. */
export interface Cast {
  readonly own: School;
  readonly victim: School;
  readonly neighbour: School;
  readonly attackers: readonly Member[];
  /** Works in the neighbour's school during the attack. */
  readonly worker: Member;
}

/** PINs that are not refused as too easy to guess, as random ones might be. */
function* goodPins(): Generator<string> {
  for (let place = 0; ; place++) yield String(73_915_264 + place * 1_357_907).slice(0, 8);
}
const PINS = goodPins();
const DUTIES: readonly Duty[] = ['gate', 'canteen', 'bus', 'cashier'];

export async function makeCast(site: Site): Promise<Cast> {
  const own = await aSchool(site, 'Attackers', 'AT');
  const victim = await aSchool(site, 'Kanarienvogel', 'KV');
  const neighbour = await aSchool(site, 'Neighbours', 'NE');
  const attackers = [await site.hire('Admin', null), await site.hire('SchoolAdmin', own.id)];
  for (const duty of DUTIES) attackers.push(await site.hire('CheckAgent', own.id, duty));
  const worker = await site.hire('SchoolAdmin', neighbour.id);
  return { own, victim, neighbour, attackers, worker };
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const letters = (count: number) => Array.from({ length: count }, () => 'bdfghjklmnprstvwz'[randomInt(17)]).join('');

/** Creates a school with rows of every kind. Its texts are long enough not to occur elsewhere by chance. */
async function aSchool(site: Site, name: string, code: string): Promise<School> {
  const id = await site.aSchool(name, code);
  const client = await connect(site.url, site.admin.token());
  client.actOn(id);
  const secrets = Array.from({ length: 5 }, () => `secret-${letters(24)}`);
  const [consumerKey, consumerSecret, securityCredential, lnmPassWord, apiPassword] = secrets;
  await createRecord(client, 'school/schoolConfig', {
    ...{ schoolSYSID: id, contactName: 'A', contactNumber: '254720000001', contactEmail: 'a@example.com' },
    ...{ shortCode: `4${digits(6)}`, lnmShortCode: `5${digits(6)}`, initiator: 'a', apiUser: 'a' },
    ...{ consumerKey, consumerSecret, securityCredential, lnmPassWord, apiPassword },
  });
  const { sysid: classSYSID } = await createRecord(client, 'school/createClass', { className: `Class ${letters(12)}` });
  const students: string[] = [];
  const canaries: string[] = [];
  for (let place = 0; place < 3; place++) {
    const one = {
      admissionNumber: `9${digits(11)}`,
      names: `Wanjiru ${letters(16)}`,
      checkPin: String(PINS.next().value),
    };
    const { sysid: studentSYSID } = await createRecord(client, 'student/createStudent', { ...one, classSYSID });
    const guardian = {
      name: `Mama ${letters(16)}`,
      mobileNumber: `2547${digits(8)}`,
      email: `${letters(16)}@example.com`,
    };
    await createRecord(client, 'student/addContact', { ...guardian, studentSYSID });
    await createRecord(client, 'wallet/deposit', { admissionNumber: one.admissionNumber, amount: 500 + place });
    await createRecord(client, 'check/inPin', { admissionNumber: one.admissionNumber, pin: one.checkPin });
    students.push(one.admissionNumber);
    canaries.push(one.admissionNumber, one.names, guardian.name, guardian.mobileNumber, guardian.email);
    secrets.push(one.checkPin);
  }
  await createRecord(client, 'school/createMenu', { name: `Githeri ${letters(12)}`, quantityPerPerson: 9, price: 30 });
  await createRecord(client, 'school/createBus', { busNumberPlate: `KDA ${digits(3)}X`, label: `Bus ${letters(12)}` });
  await createRecord(client, 'school/addDevice', {
    ...{ serialNumber: letters(16), deviceLabel: `Gate ${letters(12)}`, deviceRole: 'CHECKIN', schoolSYSID: id },
  });
  const ids = await idsOf(site, id);
  return { id, ids, students, canaries: [...canaries, ...Object.values(ids), id], secrets };
}

/** The newest row of each table that has rows of the school. */
async function idsOf(site: Site, school: string): Promise<Record<string, string>> {
  const tables = await site.rows<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.columns s ON s.table_name = c.table_name AND s.table_schema = c.table_schema
     WHERE c.table_schema = 'public' AND c.column_name = 'id' AND c.data_type = 'uuid' AND s.column_name = 'school_id'`,
  );
  const ids: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await site.rows<{ id: string }>(
      `SELECT id FROM ${name} WHERE school_id = $1 ORDER BY id DESC LIMIT 1`,
      [school],
    );
    if (row) ids[name] = row.id;
  }
  return ids;
}
