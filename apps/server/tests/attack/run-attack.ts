import type { WireKey } from '@mfuko/contract/seal';
import { connect } from '../../../../e2e/client.ts';
import { seededChances } from '../../../simulators/src/simulation/index.ts';
import { readCalls } from './calls.ts';
import { type Cast, makeCast, type Site } from './cast.ts';
import { type HostileRequest, type HostileRequests, openHostileRequests } from './hostile-requests.ts';
import { judge } from './judge.ts';
import { openSender, type Sender } from './send.ts';
import { keepStanding, pictureOf } from './standing.ts';
import { openWork } from './worker.ts';

export interface AttackSettings {
  readonly seed: number;
  readonly requests: number;
  /** Number of parallel requests. */
  readonly clients: number;
  /** Time limit in minutes. */
  readonly minutes: number;
  /** Called before and after the attack itself, after the set-up. */
  readonly around?: { begin(): Promise<void>; end(): Promise<void> };
}

export interface Report {
  readonly calls: number;
  readonly sent: number;
  /** Requests that Node refused to send, or whose connection was cut. */
  readonly unanswered: number;
  readonly busy: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly kinds: ReadonlyMap<string, number>;
  /** Maximum response time of each call, in milliseconds. */
  readonly slowest: ReadonlyMap<string, number>;
  /** Wrong answers, without duplicates. */
  readonly wrong: readonly string[];
  /** Tables of the victim school whose rows have changed. */
  readonly changed: readonly string[];
  readonly work: { readonly alone: readonly number[]; readonly beside: readonly number[]; readonly turnedAway: number };
  readonly seconds: number;
}

/** Number of requests after which the attackers' own access is restored, which their calls may have destroyed. */
const STAND_AGAIN = 250;
/** Tables whose ids are tried in every id field. */
const TRIED = ['students', 'classes', 'users', 'guardians', 'journal_entries', 'buses', 'menu_items', 'devices'];

/** Runs an attack on a server while a desk works there, and reports the result. */
export async function runAttack(site: Site, settings: AttackSettings): Promise<Report> {
  const cast = await makeCast(site);
  const calls = await readCalls(site.admin);
  const config = (await (await fetch(`${site.url}/api/auth/config`)).json()) as { wireKey: string; wireKeyId: number };
  const wire: WireKey = { key: config.wireKey, id: config.wireKeyId };
  const requests = openHostileRequests(seededChances(settings.seed), calls, cast, wire);
  const standAgain = await keepStanding(site, cast);
  const before = await pictureOf(site, cast.victim.id);
  const work = openWork(site.front ?? site, cast, wire);
  const sender = openSender(site.front ?? site);
  const tally = openTally();
  try {
    await work.alone(40);
    const alone = await work.alone(200);
    await settings.around?.begin();
    const started = performance.now();
    let attacking = true;
    const beside = work.during(() => attacking);
    const until = Date.now() + settings.minutes * 60_000;
    const queue = requestsOf(requests, settings.requests);
    const sendAll = async () => {
      for (const hostile of queue) {
        if (Date.now() > until) return;
        if (++tally.sent % STAND_AGAIN === 0) await standAgain();
        await send(sender, cast, hostile, tally);
      }
    };
    await Promise.all(Array.from({ length: settings.clients }, sendAll)).finally(() => (attacking = false));
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
    sender.close();
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

/** First the victim's ids in every field, within the number of requests; then random requests. */
function* requestsOf(source: HostileRequests, count: number): Generator<HostileRequest> {
  let left = count;
  for (const hostile of source.foreignIds(TRIED)) {
    if (left <= count / 2) break;
    left--;
    yield hostile;
  }
  while (left-- > 0) yield source.next();
}

async function send(
  sender: Sender,
  cast: Cast,
  hostile: HostileRequest,
  tally: ReturnType<typeof openTally>,
): Promise<void> {
  const received = await sender.send(hostile);
  tally.kinds.set(hostile.kind, (tally.kinds.get(hostile.kind) ?? 0) + 1);
  if (!received) {
    tally.unanswered++;
    return;
  }
  tally.statuses.set(received.status, (tally.statuses.get(received.status) ?? 0) + 1);
  const call = hostile.target.replace(/\?.*/, '');
  tally.slowest.set(call, Math.max(received.ms, tally.slowest.get(call) ?? 0));
  const verdict = judge(cast, hostile, received);
  if (verdict === 'busy') tally.busy++;
  else if (verdict !== 'fine')
    tally.wrong.push(
      `${hostile.kind}: ${hostile.method} ${hostile.target.slice(0, 200)} by ${hostile.by?.role ?? 'nobody'}: ${verdict.wrong}`,
    );
}

/** Finds deposits that were acknowledged but not recorded, or recorded but not acknowledged. */
async function missingMoney(site: Site, { neighbour, worker }: Cast, paidIn: number): Promise<string[]> {
  const client = await connect(site.url, worker.token);
  const [admissionNumber] = neighbour.students;
  const { body } = await client.call('wallet/getWallet', { admissionNumber: String(admissionNumber) }, 'GET');
  const wanted = 500 + paidIn;
  return Number(body.balance) === wanted ? [] : [`the neighbour's wallet holds ${String(body.balance)}, not ${wanted}`];
}
