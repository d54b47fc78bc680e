import { timingSafeEqual } from 'node:crypto';
import { CHALLENGE_LIFE_MS, type getCaptureChallenge } from '@mfuko/contract/captures';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { AppContext } from '../../platform/process/app-context.ts';

const MAC_BYTES = 16;
/** Servers on one database may differ by that much. */
const CLOCKS_DIFFER_MS = 60_000;
/** Days after which what was recorded without a network is not taken any more, and one to spare. */
const OFFLINE_LIFE_MS = 8 * 24 * 60 * 60_000;

type Context = Pick<AppContext, 'clock' | 'keys'>;

/**
 * Makes the challenge of a school: a time that only this server can have written. Nothing is kept of it, and all servers with the
 * same keys know it.
 */
export function makeChallenge(context: Context, schoolId: string): AnswerOf<typeof getCaptureChallenge> {
  const now = context.clock.now();
  const mac = macOf(context, schoolId, String(now)).toString('base64url');
  return { challenge: `${now}.${mac}`, until: new Date(now + CHALLENGE_LIFE_MS).toISOString() };
}

/**
 * Tells how a challenge stands: `forged` where no server of these keys made it for that school, `old` where its time is over. Whoever
 * had no network had no newer one: what they recorded may be as old as such a record may be.
 */
export function judgeChallenge(
  context: Context,
  schoolId: string,
  challenge: string,
  offline: boolean,
): 'good' | 'old' | 'forged' {
  const [ms = '', mac = ''] = challenge.split('.');
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(context, schoolId, ms))) return 'forged';
  const age = context.clock.now() - Number(ms);
  return age >= -CLOCKS_DIFFER_MS && age <= (offline ? OFFLINE_LIFE_MS : CHALLENGE_LIFE_MS) ? 'good' : 'old';
}

function macOf(context: Context, schoolId: string, ms: string): Buffer {
  return context.keys.digest('capture-challenge', `${schoolId} ${ms}`).subarray(0, MAC_BYTES);
}
