import { getCaptureChallenge } from '@mfuko/contract/captures';
import { call } from '../lib/request.ts';
import { currentSchool } from '../lib/school.ts';

const KEPT = 'capture-challenge';
/** The server takes one for a quarter of an hour: a finger may lie in a form that was left open meanwhile. */
const ASK_EVERY_MS = 4 * 60_000;

/** Challenges of this school, for the scanner's part of the page. */
export const captureChallenges = { current: currentChallenge, keep: keepChallenge };

/** Challenge that a paired reader signs with the next capture; undefined where none is known of this school. */
function currentChallenge(): string | undefined {
  const [school, challenge] = (localStorage.getItem(KEPT) ?? '').split(' ');
  return school === currentSchool()?.sysid ? challenge : undefined;
}

/**
 * Keeps the challenge fresh until the answer is called. The last one outlives its page: without a network it dates a capture from below, which
 * is what the server asks of such a record.
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
      // Without one captures go unsigned, or signed over the last: the server says what it thinks of them.
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
