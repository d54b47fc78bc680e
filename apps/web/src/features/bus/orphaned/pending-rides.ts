import { useEffect } from 'react';
import { useOfSchool, useSchool } from '../../../lib/school.ts';
import { isWorkplace, type Workplace } from '../../../lib/workplace.ts';
import { inTime } from '../../../school/attempts/in-time.ts';
import { endWrite, followWrite } from '../../../school/offline/follow-write.ts';
import type { EndedRequest, NewPendingRequest } from '../../../school/pending/pending-request.ts';
import { orphanedRides } from './orphan-list.ts';

/** Fetched as a screen of the bus opens: the screen itself stays light. */
const ridesCode = () => import('./orphaned-rides.ts');

const AGAIN_MS = 5_000;
/** Presses that have their answer: what is still on its way for them ends. */
const ended = new Set<string>();
/** Presses of which no try goes out any more: their code, where it comes late, has yet to hear of that. */
const letGo = new Set<string>();

/** Resolves once the press lies on the disk, or cannot. Where its code is late or cannot be had, the child is recorded all the same, and the desk says that the page alone knows it. */
export async function keepRide(press: NewPendingRequest, from: Workplace): Promise<void> {
  const { key } = press;
  const code = ridesCode();
  const here = code.then(ignore);
  // The press is told of by what follows the write.
  code.catch(() => askAgain(press, from));
  // The child at the door waits no longer for code that is on its way than for a disk that is silent.
  const waited = followWrite(key, here, inTime(here));
  const onDisk = code.then(async ({ kept }) => {
    if (ended.has(key)) return;
    await kept.keep(press, from);
    if (letGo.has(key)) leaveRide(key);
  }, ignore);
  await waited.then(() => onDisk, ignore);
}

function askAgain(press: NewPendingRequest, from: Workplace): void {
  setTimeout(() => {
    if (ended.has(press.key)) return;
    // Of another's nobody is told who signs in next.
    if (isWorkplace(from)) void keepRide(press, from);
    else askAgain(press, from);
  }, AGAIN_MS);
}

/** There is an answer, or the device's queue has it. */
export function dropRide(key: string): void {
  ended.add(key);
  endWrite(key);
  void ridesCode().then(({ kept }) => kept.drop(key), ignore);
}

/** Nobody knows what became of it, and no try goes out any more: told from now on. */
export function leaveRide(key: string): void {
  letGo.add(key);
  void ridesCode().then(({ kept, left }) => {
    kept.leave(key);
    return left.look();
  }, ignore);
}

/** The child has got on or off by this press: nothing more is to be said of an earlier one that was not recorded. */
export function noteRide(press: Omit<EndedRequest, 'state'>): void {
  void ridesCode().then(({ left }) => left.noteEnded({ ...press, state: 'recorded' }), ignore);
}

/** Follows what earlier pages of this browser left, for as long as a screen of the bus is shown to this user. */
export function useOrphanedRides(userName: string | undefined) {
  const school = useSchool()?.sysid;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever unlocks the device asks about their own, in the school of the moment
  useEffect(() => {
    // Without its code they stay on the disk, for the next page.
    const following = ridesCode().then(({ kept, left }) => {
      // Made ready by the first press where that fails.
      kept.prepare().catch(ignore);
      return left.follow();
    }, ignore);
    return () => void following.then((stop) => stop?.());
  }, [userName, school]);
  return useOfSchool(orphanedRides.use());
}

/** Without its code nothing was kept. */
function ignore(): undefined {}
