import { type DeviceCollectors, FACES_AT_ONCE, getDeviceFaces } from '@mfuko/contract/collectors';
import { lastActivity } from '../../lib/activity.ts';
import { anySignal } from '../../lib/any-signal.ts';
import { isEnrolled } from '../../lib/enrolled.ts';
import { call } from '../../lib/request.ts';
import { currentSchool } from '../../lib/school.ts';
import { seenBox } from './device-box.ts';

/** Most faces on a device: two people each of 2,000 children, some 12 MB, and 20 MB at the worst. */
const MAX_FACES = 4_000;
/** Time without a press or a record after which nobody is assumed to stand at the gate. */
const QUIET_MS = 3_000;
const ANSWER_WITHIN_MS = 20_000;
const SHOWN_FOR_MS = 12 * 3_600_000;

type Person = Pick<DeviceCollectors['collectors'][number], 'sysid' | 'photoAt'>;

let latest = 0;

/**
 * Stores the faces of people who may collect, and deletes each that is no longer on the list or has changed. Only on an enrolled device, in
 * portions, while nobody is at the gate; one page at a time, so that the other pages find the stored faces.
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
      if (person.photoAt && wanted.size < MAX_FACES) wanted.set(nameFor(school, person), person.sysid);
  }
  const kept = await seenBox.names(ofSchool(school));
  for (const name of kept) if (!wanted.delete(name)) await seenBox.drop(name);
  const missing = [...wanted.values()];
  while (missing.length > 0) {
    const portion = missing.slice(0, FACES_AT_ONCE);
    const faces = await fetchQuietly(portion);
    // Stops where a newer list has replaced this one, the school has changed, or the device was revoked.
    if (run !== latest || currentSchool()?.sysid !== school || !isEnrolled()) return;
    if (!faces) continue;
    for (const face of faces) await seenBox.put(nameFor(school, face), face.b64Photo);
    missing.splice(0, portion.length);
  }
}

/**
 * Returns the stored faces of these people, each only in the version that the list names. Returns none for a list that is older than
 * `SHOWN_FOR_MS`, because a consent may have been withdrawn since.
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

/** Returns null where somebody began to work meanwhile, because their requests need the connection. */
async function fetchQuietly(sysids: string[]) {
  await untilQuiet();
  const from = lastActivity();
  const worked = new AbortController();
  const look = setInterval(() => lastActivity() !== from && worked.abort(), 100);
  try {
    const signal = anySignal(worked.signal, AbortSignal.timeout(ANSWER_WITHIN_MS));
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
    // Bounded, because a clock that was set back makes the difference arbitrarily large.
    await new Promise((done) => setTimeout(done, Math.min(wait, QUIET_MS)));
  }
}

const ofSchool = (school: string) => `face:${school}:`;
const nameFor = (school: string, { sysid, photoAt }: Person) => `${ofSchool(school)}${sysid}:${photoAt}`;
