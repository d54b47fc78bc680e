import type { AnswerOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/search';
import { maskedPhone } from '../../platform/changes.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { type Asked, likely, MOST_FOUND, readText } from './rules.ts';
import * as store from './store.ts';

type Found = AnswerOf<typeof contract.find>;

/** Finds students, users and schools by what somebody remembers of them: only what the asker may see anyway. */
export async function find(call: Call, house: House, text: string): Promise<Found> {
  const asked = readText(text);
  const { role } = call.actor;
  const inSchool = call.schoolId !== PLATFORM_SCHOOL;
  const found = await call.read(async (tx) => ({
    students: !inSchool ? [] : role === 'CheckAgent' ? await pupilsForAgent(tx, asked) : await pupils(tx, asked),
    users: role === 'CheckAgent' ? [] : await users(tx, asked),
  }));
  const schools = role === 'Admin' ? await house.db.inPlatform((tx) => schoolsLike(tx, asked)) : [];
  return { ...found, schools };
}

async function pupils(tx: Tx, asked: Asked): Promise<contract.FoundStudent[]> {
  const everybody = { leavers: true };
  const named = await byNames(tx, asked, everybody);
  const numbered = asked.number === null ? [] : await store.listByNumber(tx, asked.number, everybody);
  const ofGuardian = asked.phoneTail === null ? [] : await store.listByGuardian(tx, asked.phoneTail);
  const parents = ofGuardian.map(({ guardianName, guardianPhone, ...pupil }) => ({
    ...forOffice(pupil),
    guardian: { name: guardianName, phone: maskedPhone(guardianPhone) },
  }));
  return [...named.map(forOffice), ...numbered.map(forOffice), ...parents].slice(0, MOST_FOUND);
}

async function pupilsForAgent(tx: Tx, asked: Asked): Promise<contract.FoundStudent[]> {
  const present = { leavers: false };
  const numbered = asked.number === null ? [] : await store.listByNumber(tx, asked.number, present);
  return [...(await byNames(tx, asked, present)), ...numbered].map(({ admissionNumber, names, className }) => ({
    admissionNumber,
    names,
    className,
  }));
}

/** By the letter first; where that finds few, those whose names are merely like it come after. */
async function byNames(tx: Tx, { words, misspelt }: Asked, among: store.Among): Promise<store.FoundPupil[]> {
  if (words.length === 0) return [];
  const exact = await store.listByWords(tx, words, among);
  if (!misspelt || exact.length === MOST_FOUND) return exact;
  const alike = likely(await store.listByLikeness(tx, words, among));
  const known = new Set(exact.map(({ id }) => id));
  return [...exact, ...alike.filter(({ id }) => !known.has(id))].slice(0, MOST_FOUND);
}

function forOffice({ admissionNumber, names, className, status }: store.FoundPupil): contract.FoundStudent {
  return { admissionNumber, names, className, status, guardian: null };
}

async function users(tx: Tx, { words, phoneTail }: Asked): Promise<contract.FoundUser[]> {
  if (words.length === 0 && phoneTail === null) return [];
  return likely(await store.listUsers(tx, words, phoneTail)).map(({ sysid, names, role }) => ({ sysid, names, role }));
}

async function schoolsLike(tx: Tx, { words }: Asked): Promise<contract.FoundSchool[]> {
  if (words.length === 0) return [];
  return likely(await store.listSchools(tx, words)).map(({ score: _score, ...school }) => school);
}
