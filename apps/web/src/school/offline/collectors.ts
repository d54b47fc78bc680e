import { type DeviceCollectors, getDeviceCollectors } from '@mfuko/contract/collectors';
import { call } from '../../lib/request.ts';
import { currentSchool } from '../../lib/school.ts';
import { currentSession } from '../../lib/session.ts';
import { seenBox } from './device-box.ts';
import { keepFaces } from './faces.ts';

/** Collectors, as this device last fetched them. */
interface Kept {
  /** Time by the device's clock. */
  readonly seenAt: string;
  readonly requireCollector: boolean;
  readonly requireExeat: boolean;
  readonly students: readonly DeviceCollectors[];
}

/** Collectors of one student; `seenAt` tells the age of the list. */
export interface KnownCollectors extends Omit<DeviceCollectors, 'names'> {
  readonly seenAt: string;
  readonly requireExeat: boolean;
}

const AT_MOST_EVERY_MS = 5 * 60_000;
const ANSWER_WITHIN_MS = 20_000;
/** Delay after a call that failed, or whose list this device could not store. */
const AGAIN_AFTER_MS = 30_000;

/** Last call: school and user of the list, and its outcome. */
let last: { readonly school: string; readonly user: string | undefined; readonly at: number; isKept: boolean } | null =
  null;

/**
 * Stores who may collect whom, for offline check-outs. Asks the server at most once in five minutes while the list is on the device; a list
 * that was dropped meanwhile is refetched, because without it nobody is known who must not collect.
 */
export async function keepCollectors(): Promise<void> {
  const school = currentSchool()?.sysid;
  const user = currentSession()?.userName;
  if (!school) return;
  if (last?.school === school && last.user === user) {
    const isRecent = performance.now() < last.at + (last.isKept ? AT_MOST_EVERY_MS : AGAIN_AFTER_MS);
    if (isRecent && (!last.isKept || (await seenBox.get(nameFor(school))) !== null)) return;
  }
  const mine = { school, user, at: performance.now(), isKept: false };
  last = mine;
  const list = await call(getDeviceCollectors, {}, { overlay: false, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  // The school or the user may have changed during the call, in which case the stored lists were dropped.
  if (currentSchool()?.sysid !== school || currentSession()?.userName !== user) return;
  await seenBox.put(nameFor(school), { ...list, seenAt: new Date().toISOString() } satisfies Kept);
  mine.isKept = true;
  await keepFaces(school, list.students);
}

/** Returns the known collectors of a student; null where this device has never had the list. */
export async function readCollectors(admissionNumber: string): Promise<KnownCollectors | null> {
  const school = currentSchool()?.sysid;
  const kept = school ? await seenBox.get<Kept>(nameFor(school)) : null;
  if (!kept) return null;
  const { seenAt, requireExeat, requireCollector } = kept;
  const nothing = { leavesAlone: false, collectors: [], blocked: [], exeat: null };
  const known = kept.students.find((student) => student.admissionNumber === admissionNumber);
  return { admissionNumber, required: requireCollector, ...nothing, ...known, seenAt, requireExeat };
}

const nameFor = (school: string) => `collectors:${school}`;
