import { type ImportAnswer, uploadDeposits, uploadStudents } from '@mfuko/contract/imports';
import { getStudents } from '@mfuko/contract/students';
import { getWallet } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type AskOptions, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { writeSheet } from '../../platform/spreadsheets/write.ts';

export const HEAD = [
  'Admission Number',
  'First Name',
  'Last Name',
  'Class',
  'Check PIN',
  'Guardian Name',
  'Guardian Phone',
  'Guardian Email',
];
export const PAY = ['Admission Number', 'Amount', 'Reference'];

export let server: TestServer;
export let office: Person;
export let second: Person;
export let school: string;

/** Gives each test of the file a new school with one class and two people in its office. */
export function openOffice(): void {
  beforeAll(async () => {
    server = await openTestServer();
  });
  beforeEach(async () => {
    school = await server.aSchool();
    office = await server.aPerson('SchoolAdmin', school);
    second = await server.aPerson('SchoolAdmin', school);
    await server.aClass(school, 'Form 1');
  });
  afterAll(() => server.close());
}

export async function xlsx(rows: readonly string[][], head = HEAD, filename = 'roll.xlsx') {
  return { filename, mimetype: 'application/octet-stream', bytes: await writeSheet(head, rows) };
}

export function csv(text: string) {
  return { filename: 'roll.csv', mimetype: 'text/csv', bytes: Buffer.from(text) };
}

export async function upload(file: object, options: Record<string, unknown> = {}, how: AskOptions = {}, who = office) {
  return who.ask<ImportAnswer & { detail: ImportAnswer }>(uploadStudents, { Students: file, ...options }, how);
}

export async function payIn(file: object, options: Record<string, unknown> = {}, how: AskOptions = {}, who = office) {
  return who.ask<ImportAnswer & { detail: ImportAnswer }>(uploadDeposits, { Deposits: file, ...options }, how);
}

export interface Row {
  sysid: string;
  admissionNumber: string;
  names: string;
  className: string;
}

export async function roll(): Promise<Row[]> {
  return (await office.ask<Row[]>(getStudents)).body;
}

export async function balance(admissionNumber: string): Promise<number> {
  return (await office.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
}

export const amina = ['0012', 'Amina', 'Juma', 'Form 1', '4827', 'Grace Juma', '0712345678', ''];
export const brian = ['0013', 'Brian', 'Otieno', 'form 1', '', '', '', ''];
