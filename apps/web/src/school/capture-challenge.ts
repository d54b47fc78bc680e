import { getCaptureChallenge } from '@mfuko/contract/captures';
import { call } from '../lib/request.ts';
import { currentSchool } from '../lib/school.ts';

const KEPT = 'capture-challenge';
/**
 * Interval of new challenges. The server accepts a challenge for fifteen minutes, because a finger may wait in a form that was left open.
 */
const ASK_EVERY_MS = 4 * 60_000;

/** Challenges of the current school, for the scanner's part of the page. */
export const captureChallenges = { current: currentChallenge, keep: keepChallenge };

/** Returns the challenge that a paired reader signs with its next capture; undefined where there is none of this school. */
function currentChallenge(): string | undefined {
  const [school, challenge] = (localStorage.getItem(KEPT) ?? '').split(' ');
  return school === currentSchool()?.sysid ? challenge : undefined;
}

/**
 * Keeps the challenge fresh until the returned function is called. The last challenge outlives its page: for an offline capture it proves
 * the earliest possible time, which the server requires of such a record.
 */
function keepChallenge(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const ask = async () => {
    clearTimeout(timer);
    const school = currentSchool()?.sysid;
    try {
      const { challenge } = await call(getCaptureChallenge, {}, { overlay: false });
      if (school) localStorage.setItem(KEPT, `${school} ${challenge}`);
    } catch {
      // Without a new challenge captures are unsigned, or signed with the last one; the server decides if it accepts them.
    }
    if (!left) timer = setTimeout(ask, ASK_EVERY_MS);
  };
  void ask();
  window.addEventListener('online', ask);
  return () => {
    left = true;
    clearTimeout(timer);
    window.removeEventListener('online', ask);
  };
}
