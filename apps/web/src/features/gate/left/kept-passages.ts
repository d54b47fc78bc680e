import { clockAhead } from '../../../lib/clock.ts';
import { currentSchool } from '../../../lib/school.ts';
import { currentSession } from '../../../lib/session.ts';
import { inTime } from '../../../school/attempts/in-time.ts';
import { listLivingPages, livingPage, ownPage } from '../../../school/attempts/living-pages.ts';
import { ownBox } from '../../../school/offline/device-box.ts';
import type { Pressed } from '../../../school/offline/outbox.ts';
import { listOfflineEvents } from '../../../school/offline/stored-events.ts';
import type { Line } from '../queue.ts';

/**
 * Attempt at a passage: one press of the guard, from before its call goes until there is an answer. It holds no finger, no PIN, no code and
 * no reason; what it holds lies sealed.
 */
export interface PassageAttempt
  extends Pick<Line, 'key' | 'kind' | 'by' | 'admissionNumber' | 'names' | 'className'>,
    Pressed {
  /** With whom the child goes, by the list; of a check-out. */
  readonly collectorSYSID?: string | undefined;
  readonly leavesAlone?: boolean | undefined;
  readonly user: string;
  readonly school: string | null;
  /** Page that made it. */
  readonly page: string | null;
}

const PREFIX = 'passage:';
const underWay = new Set<string>();
const dropped = new Set<string>();
const puts = new Map<string, Promise<void>>();

/** Makes the box, its key and this page's lock ready, so that no child waits for them. */
export async function prepareToKeep(): Promise<void> {
  await Promise.all([livingPage(), ownBox.seal('')]);
}

/** Keeps an attempt through the end of the page and of the browser. It never throws: a queue at a gate does not stop because of its browser's storage. */
export async function keepPassage(line: Line): Promise<void> {
  const { key, kind, by, admissionNumber, names, className, at, release } = line;
  underWay.add(key);
  const user = currentSession()?.userName ?? '';
  const school = currentSchool()?.sysid ?? null;
  const whose = { kind, by, admissionNumber, names, className };
  const { collectorSYSID, leavesAlone } = release ?? {};
  try {
    // Known by its id alone, and taken for dead by others.
    const page = await inTime(livingPage()).catch(() => ownPage());
    const pressed = { at, clockAheadMs: clockAhead() };
    const attempt: PassageAttempt = { key, ...whose, ...pressed, collectorSYSID, leavesAlone, user, school, page };
    if (dropped.has(key)) return;
    const put = ownBox.put(PREFIX + key, attempt);
    puts.set(key, put);
    await inTime(put);
  } catch {
    // The page alone knows it, as ever: what is given up is the knowledge after a power cut in this very moment.
  }
}

/** There is an answer, or it lies in the device's queue. */
export async function dropPassage(key: string): Promise<void> {
  underWay.delete(key);
  dropped.add(key);
  // One that is still on its way there would come after its own end.
  await puts.get(key)?.catch(() => undefined);
  puts.delete(key);
  // One that stays is asked about by a later page.
  await ownBox.drop(PREFIX + key).catch(() => undefined);
}

/** No try of this page goes out any more, and nobody knows the outcome. */
export function leavePassage(key: string): void {
  underWay.delete(key);
}

/** Lists the attempts of this school that no page of this browser looks after any more, the oldest first. What lies in the device's queue tells of itself. */
export async function listLeftPassages(): Promise<readonly PassageAttempt[]> {
  const school = currentSchool()?.sysid ?? null;
  if (school === null) return [];
  const [names, pages] = await Promise.all([
    inTime(ownBox.names(PREFIX)),
    // Of a browser that does not tell, every other page is taken for dead, and asked about.
    inTime(listLivingPages()).catch((): ReadonlySet<string> => new Set()),
  ]);
  const all = await Promise.all(names.map((name) => ownBox.get<PassageAttempt>(name)));
  const isLooked = ({ key, page }: PassageAttempt) =>
    page === ownPage() ? underWay.has(key) : page !== null && pages.has(page);
  const left = all
    .filter((one): one is PassageAttempt => one !== null && one.school === school && !dropped.has(one.key))
    .filter((one) => !isLooked(one));
  if (left.length === 0) return left;
  const queued = new Set((await inTime(listOfflineEvents(school))).map(({ key }) => key));
  for (const { key } of left) if (queued.has(key)) void dropPassage(key);
  return left.filter(({ key }) => !queued.has(key)).toSorted((one, other) => one.at - other.at);
}
