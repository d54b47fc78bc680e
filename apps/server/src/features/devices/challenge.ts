import { timingSafeEqual } from 'node:crypto';
import { CHALLENGE_LIFE_MS, type getCaptureChallenge } from '@mfuko/contract/captures';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { AppContext } from '../../platform/process/app-context.ts';

const MAC_BYTES = 16;
/** Tolerance between the clocks of servers on one database. */
const CLOCKS_DIFFER_MS = 60_000;
/** Days after which offline events are refused, plus one. */
const OFFLINE_LIFE_MS = 8 * 24 * 60 * 60_000;

type Context = Pick<AppContext, 'clock' | 'keys'>;

/**
 * Creates a challenge for a school: a time with a MAC that only our servers can compute. Nothing is stored, and every server with the
 * same keys can verify it.
 */
export function makeChallenge(context: Context, schoolId: string): AnswerOf<typeof getCaptureChallenge> {
  const now = context.clock.now();
  const mac = macOf(context, schoolId, String(now)).toString('base64url');
  return { challenge: `${now}.${mac}`, until: new Date(now + CHALLENGE_LIFE_MS).toISOString() };
}

/**
 * Judges a challenge: `forged` if no server with our keys made it for that school, `old` if it has expired. An offline capture may
 * carry a challenge as old as an offline event may be, because the device could not get a newer one.
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
