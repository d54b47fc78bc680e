import { type DeviceCollectors, FACES_AT_ONCE, getDeviceFaces } from '@mfuko/contract/collectors';
import { lastActivity } from '../../lib/activity.ts';
import { isEnrolled } from '../../lib/enrolled.ts';
import { call } from '../../lib/request.ts';
import { currentSchool } from '../../lib/school.ts';
import { seenBox } from './device-box.ts';

/** Some 12 MB, and 20 at the worst: two people each of 2,000 children. */
const MOST_FACES = 4_000;
/** A gate at which nothing was pressed or recorded for so long has nobody standing there. */
const QUIET_MS = 3_000;
const ANSWER_WITHIN_MS = 20_000;
const SHOWN_FOR_MS = 12 * 3_600_000;

type Person = Pick<DeviceCollectors['collectors'][number], 'sysid' | 'photoAt'>;

let latest = 0;

/**
 * Puts away the faces of those who may collect, and drops each that is not on the list any more or another by now. On an enrolled device
 * alone, in portions, while nobody stands at the gate; of several pages one at a time, so that the others find what is there.
 */
export async function keepFaces(school: string, students: readonly DeviceCollectors[]): Promise<void> {
  const run = ++latest;
  const work = () => fetchMissing(run, school, students);
  await (navigator.locks ? navigator.locks.request('mfuko-faces', work) : work());
}

async function fetchMissing(run: number, school: string, students: readonly DeviceCollectors[]): Promise<void> {
  if (run !== latest) return;
  const wanted = new Map<string, string>();
  if (isEnrolled()) {
    for (const person of students.flatMap(({ collectors }) => collectors))
      if (person.photoAt && wanted.size < MOST_FACES) wanted.set(nameFor(school, person), person.sysid);
  }
  const kept = await seenBox.names(ofSchool(school));
  for (const name of kept) if (!wanted.delete(name)) await seenBox.drop(name);
  const missing = [...wanted.values()];
  while (missing.length > 0) {
    const portion = missing.slice(0, FACES_AT_ONCE);
    const faces = await fetchQuietly(portion);
    // A newer list goes on in its stead; the school may have been left, and the device revoked.
    if (run !== latest || currentSchool()?.sysid !== school || !isEnrolled()) return;
    if (!faces) continue;
    for (const face of faces) await seenBox.put(nameFor(school, face), face.b64Photo);
    missing.splice(0, portion.length);
  }
}

/**
 * The faces of these people that lie on this device: of each the photo that the list names, and no older one. None by a list that was
 * seen longer ago than a day of work: a consent may have been withdrawn since, of which the device has not heard.
 */
export async function readFaces(people: readonly Person[], seenAt?: string): Promise<Map<string, string>> {
  const faces = new Map<string, string>();
  const school = currentSchool()?.sysid;
  if (!school || (seenAt !== undefined && Date.now() - Date.parse(seenAt) > SHOWN_FOR_MS)) return faces;
  for (const person of people) {
    const b64 = person.photoAt && (await seenBox.get<string>(nameFor(school, person)));
    if (b64) faces.set(person.sysid, b64);
  }
  return faces;
}

/** Null where somebody began to work meanwhile: the line is theirs. */
async function fetchQuietly(sysids: string[]) {
  await untilQuiet();
  const from = lastActivity();
  const worked = new AbortController();
  const look = setInterval(() => lastActivity() !== from && worked.abort(), 100);
  try {
    const signal = AbortSignal.any([worked.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    return (await call(getDeviceFaces, { sysids }, { overlay: false, signal })).faces;
  } catch (error) {
    if (worked.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(look);
  }
}

async function untilQuiet(): Promise<void> {
  for (;;) {
    const wait = lastActivity() + QUIET_MS - Date.now();
    if (wait <= 0) return;
    // A clock that was turned back says any number.
    await new Promise((done) => setTimeout(done, Math.min(wait, QUIET_MS)));
  }
}

const ofSchool = (school: string) => `face:${school}:`;
const nameFor = (school: string, { sysid, photoAt }: Person) => `${ofSchool(school)}${sysid}:${photoAt}`;
