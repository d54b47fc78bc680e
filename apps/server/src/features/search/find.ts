import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/search';
import { maskedPhone } from '../../platform/audit/changes.ts';
import { PLATFORM_SCHOOL, type ReadTx } from '../../platform/database/database.ts';
import type { ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type Asked, likely, MAX_FOUND, readText } from './rules.ts';
import * as store from './store.ts';

type Found = AnswerOf<typeof contract.find>;

/** Finds students, users and schools by partial or misspelt texts, among those that the caller may see. */
export async function find(
  call: ReadCall,
  context: AppContext,
  { text, of }: InputOf<typeof contract.find>,
): Promise<Found> {
  const asked = readText(text);
  const all = of === 'everything';
  const { role } = call.actor;
  const inSchool = call.schoolId !== PLATFORM_SCHOOL;
  const found = await call.read(async (tx) => ({
    students: !inSchool ? [] : role === 'CheckAgent' ? await studentsForAgent(tx, asked) : await students(tx, asked),
    users: !all || role === 'CheckAgent' ? [] : await users(tx, asked),
  }));
  const schools = all && role === 'Admin' ? await context.db.readPlatform((tx) => schoolsLike(tx, asked)) : [];
  return { ...found, schools };
}

async function students(tx: ReadTx, asked: Asked): Promise<contract.FoundStudent[]> {
  const everybody = { leavers: true };
  const named = await byNames(tx, asked, everybody);
  const numbered = asked.number === null ? [] : await store.listByNumber(tx, asked.number, everybody);
  const ofGuardian = asked.phoneTail === null ? [] : await store.listByGuardian(tx, asked.phoneTail);
  const parents = ofGuardian.map(({ guardianName, guardianPhone, ...student }) => ({
    ...forOffice(student),
    guardian: { name: guardianName, phone: maskedPhone(guardianPhone) },
  }));
  return [...named.map(forOffice), ...numbered.map(forOffice), ...parents].slice(0, MAX_FOUND);
}

async function studentsForAgent(tx: ReadTx, asked: Asked): Promise<contract.FoundStudent[]> {
  const present = { leavers: false };
  const numbered = asked.number === null ? [] : await store.listByNumber(tx, asked.number, present);
  return [...(await byNames(tx, asked, present)), ...numbered].map(({ admissionNumber, names, className }) => ({
    admissionNumber,
    names,
    className,
  }));
}

/** Returns exact matches first; where these are few, similar names follow. */
export async function byNames(
  tx: ReadTx,
  { words, misspelt }: Asked,
  among: store.Among,
): Promise<store.FoundStudent[]> {
  if (words.length === 0) return [];
  const exact = await store.listByWords(tx, words, among);
  if (!misspelt || exact.length === MAX_FOUND) return exact;
  const alike = likely(await store.listByLikeness(tx, words, among));
  const known = new Set(exact.map(({ id }) => id));
  return [...exact, ...alike.filter(({ id }) => !known.has(id))].slice(0, MAX_FOUND);
}

function forOffice({ admissionNumber, names, className, status }: store.FoundStudent): contract.FoundStudent {
  return { admissionNumber, names, className, status, guardian: null };
}

async function users(tx: ReadTx, { words, phoneTail }: Asked): Promise<contract.FoundUser[]> {
  if (words.length === 0 && phoneTail === null) return [];
  return likely(await store.listUsers(tx, words, phoneTail)).map(({ sysid, names, role }) => ({ sysid, names, role }));
}

async function schoolsLike(tx: ReadTx, { words }: Asked): Promise<contract.FoundSchool[]> {
  if (words.length === 0) return [];
  return likely(await store.listSchools(tx, words)).map(({ score: _score, ...school }) => school);
}
