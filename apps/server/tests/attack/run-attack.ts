import type { WireKey } from '@mfuko/contract/seal';
import { connect } from '../../../../e2e/client.ts';
import { seededChances } from '../../../simulators/src/simulation/index.ts';
import { readCalls } from './calls.ts';
import { type Cast, makeCast, type Site } from './cast.ts';
import { judge } from './judge.ts';
import { type Gun, openGun } from './send.ts';
import { openShots, type Shot } from './shots.ts';
import { keepStanding, pictureOf } from './standing.ts';
import { openWork } from './worker.ts';

export interface AttackSettings {
  readonly seed: number;
  readonly requests: number;
  /** Number of requests under way at the same time. */
  readonly guns: number;
  /** Ends after so many minutes, whatever is left. */
  readonly minutes: number;
  /** Called with the beginning and the end of the attack itself, after the scene is set. */
  readonly around?: { begin(): Promise<void>; end(): Promise<void> };
}

export interface Report {
  readonly calls: number;
  readonly sent: number;
  /** Requests that Node would not send, or whose connection was cut. */
  readonly unanswered: number;
  readonly busy: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly kinds: ReadonlyMap<string, number>;
  /** The longest that each call took to be answered, in milliseconds. */
  readonly slowest: ReadonlyMap<string, number>;
  /** Answers that should not have been, each once. */
  readonly wrong: readonly string[];
  /** Tables of the school that the attackers were after in which something is not as it was. */
  readonly changed: readonly string[];
  readonly work: { readonly alone: readonly number[]; readonly beside: readonly number[]; readonly turnedAway: number };
  readonly seconds: number;
}

/** After so many requests the attackers get back what they have lost to themselves. */
const STAND_AGAIN = 250;
/** Tables whose ids are tried in every field that takes one. */
const TRIED = ['students', 'classes', 'users', 'guardians', 'journal_entries', 'buses', 'menu_items', 'devices'];

/** Attacks a server from outside, while somebody else works there, and tells what came of it. */
export async function runAttack(site: Site, settings: AttackSettings): Promise<Report> {
  const cast = await makeCast(site);
  const calls = await readCalls(site.admin);
  const config = (await (await fetch(`${site.url}/api/auth/config`)).json()) as { wireKey: string; wireKeyId: number };
  const wire: WireKey = { key: config.wireKey, id: config.wireKeyId };
  const shots = openShots(seededChances(settings.seed), calls, cast, wire);
  const standAgain = await keepStanding(site, cast);
  const before = await pictureOf(site, cast.victim.id);
  const work = openWork(site.url, cast, wire);
  const gun = openGun(site.url);
  const tally = openTally();
  try {
    await work.alone(40);
    const alone = await work.alone(200);
    await settings.around?.begin();
    const started = performance.now();
    let attacking = true;
    const beside = work.during(() => attacking);
    const until = Date.now() + settings.minutes * 60_000;
    const aim = aimed(shots, settings.requests);
    const volley = async () => {
      for (const shot of aim) {
        if (Date.now() > until) return;
        if (++tally.sent % STAND_AGAIN === 0) await standAgain();
        await fire(gun, cast, shot, tally);
      }
    };
    await Promise.all(Array.from({ length: settings.guns }, volley)).finally(() => (attacking = false));
    const times = await beside;
    await settings.around?.end();
    await standAgain();
    const after = await pictureOf(site, cast.victim.id);
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => before[name] !== after[name],
    );
    tally.wrong.push(...work.failures, ...(await missingMoney(site, cast, work.paidIn())));
    return {
      ...tally,
      calls: calls.length,
      wrong: [...new Set(tally.wrong)],
      changed: changed.map((name) => `${name}: ${before[name] ?? 'nothing'}, then ${after[name] ?? 'nothing'}`),
      work: { alone, beside: times, turnedAway: work.turnedAway() },
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    work.close();
    gun.close();
  }
}

function openTally() {
  return {
    sent: 0,
    unanswered: 0,
    busy: 0,
    statuses: new Map<number, number>(),
    kinds: new Map<string, number>(),
    slowest: new Map<string, number>(),
    wrong: [] as string[],
  };
}

/** First the victim's ids in every field, as far as there are requests for it; then whatever comes. */
function* aimed(shots: ReturnType<typeof openShots>, requests: number): Generator<Shot> {
  let left = requests;
  for (const shot of shots.foreignIds(TRIED)) {
    if (left <= requests / 2) break;
    left--;
    yield shot;
  }
  while (left-- > 0) yield shots.next();
}

async function fire(gun: Gun, cast: Cast, shot: Shot, tally: ReturnType<typeof openTally>): Promise<void> {
  const heard = await gun.fire(shot);
  tally.kinds.set(shot.kind, (tally.kinds.get(shot.kind) ?? 0) + 1);
  if (!heard) {
    tally.unanswered++;
    return;
  }
  tally.statuses.set(heard.status, (tally.statuses.get(heard.status) ?? 0) + 1);
  const call = shot.target.replace(/\?.*/, '');
  tally.slowest.set(call, Math.max(heard.ms, tally.slowest.get(call) ?? 0));
  const verdict = judge(cast, shot, heard);
  if (verdict === 'busy') tally.busy++;
  else if (verdict !== 'fine')
    tally.wrong.push(
      `${shot.kind}: ${shot.method} ${shot.target.slice(0, 200)} by ${shot.by?.role ?? 'nobody'}: ${verdict.wrong}`,
    );
}

/** Acknowledged and not there, or there and not acknowledged. */
async function missingMoney(site: Site, { neighbour, worker }: Cast, paidIn: number): Promise<string[]> {
  const client = await connect(site.url, worker.token);
  const [admissionNumber] = neighbour.students;
  const { body } = await client.call('wallet/getWallet', { admissionNumber: String(admissionNumber) }, 'GET');
  const wanted = 500 + paidIn;
  return Number(body.balance) === wanted ? [] : [`the neighbour's wallet holds ${String(body.balance)}, not ${wanted}`];
}
