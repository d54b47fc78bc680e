import { onCampus } from '@mfuko/contract/gate';
import { call } from '../../lib/request.ts';
import { currentSchool } from '../../lib/school.ts';
import { seenBox } from './device-box.ts';

export interface RosterChild {
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
}

/** Roster: students on campus, as this device last saw them. */
export interface Roster {
  /** Time by the device's clock. */
  readonly seenAt: string;
  readonly children: readonly RosterChild[];
}

const AT_MOST_EVERY_MS = 30_000;
const ANSWER_WITHIN_MS = 20_000;
let asked = Number.NEGATIVE_INFINITY;
let later: ReturnType<typeof setTimeout> | undefined;

/** Stores who is on campus now, for a roll call without a network; asks the server at most twice a minute. */
export function keepRoster(): void {
  clearTimeout(later);
  const wait = asked + AT_MOST_EVERY_MS - performance.now();
  if (wait > 0) later = setTimeout(keepRoster, wait);
  // Without an answer the last roster stays, with its age.
  else void fetchRoster().catch(() => undefined);
}

/** Fetches the roster from the server, and stores it. */
export async function fetchRoster(): Promise<Roster | null> {
  const school = currentSchool()?.sysid;
  if (!school) return null;
  asked = performance.now();
  const { rows } = await call(onCampus, {}, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const children = rows.map(({ admissionNumber, names, className }) => ({ admissionNumber, names, className }));
  const roster = { seenAt: new Date().toISOString(), children };
  // Not stored if the school has changed, because its list was dropped. A device without storage uses the answer directly.
  if (currentSchool()?.sysid === school) await seenBox.put(nameFor(school), roster).catch(() => undefined);
  return roster;
}

/** Returns the stored roster; null where this device has none. */
export async function readRoster(): Promise<Roster | null> {
  const school = currentSchool()?.sysid;
  return school ? seenBox.get<Roster>(nameFor(school)) : null;
}

/**
 * Applies an offline passage to the stored roster: a student who came in is listed from now on, by number alone where the name is not
 * known.
 */
export async function noteOnRoster(kind: 'in' | 'out', admissionNumber: string): Promise<void> {
  const school = currentSchool()?.sysid;
  const roster = await readRoster();
  if (!school || !roster) return;
  const others = roster.children.filter((child) => child.admissionNumber !== admissionNumber);
  const known = roster.children.find((child) => child.admissionNumber === admissionNumber);
  const child = known ?? { admissionNumber, names: '', className: '' };
  await seenBox.put(nameFor(school), { ...roster, children: kind === 'in' ? [...others, child] : others });
}

const nameFor = (school: string) => `roster:${school}`;
