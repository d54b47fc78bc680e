import { setTimeout as sleep } from 'node:timers/promises';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import type { FaultSchedule, RequestFault } from './fault-schedule.ts';
import type { OutgoingRequest, ReceivedAnswer, Transport } from './faulty-transport.ts';
import type { Setting } from './setting.ts';
import type { Tally } from './tally.ts';
import type { Operation, Workload } from './workload.ts';

export interface Counter {
  readonly chances: Chances;
  readonly schedule: FaultSchedule;
  readonly tally: Tally;
  readonly setting: Setting;
  readonly workload: Workload;
  readonly transport: Transport;
  /** URLs of the servers that are running now. */
  urls(): readonly string[];
}

/**
 * Refusals that are never right here: every PIN that a client enters is correct, and a try that died with its server must not count
 * against the others.
 */
const NEVER_WRONG = new Set(['pin.wrong', 'pin.locked', 'pin.too-many-misses']);

/** Time in milliseconds during which an operation is retried before it counts as unanswered. */
const MAX_MS = 120_000;

/** Runs a client: one operation after the other, each retried under its key until it is answered, while faults are left. */
export async function serve(counter: Counter): Promise<void> {
  while (!counter.schedule.isEmpty()) await settle(counter, counter.workload.next());
}

async function settle(counter: Counter, operation: Operation): Promise<void> {
  const { chances, tally } = counter;
  const until = Date.now() + MAX_MS;
  while (Date.now() < until) {
    const fault = chances.happens(80) ? counter.schedule.nextRequestFault() : null;
    if (fault) tally.fault(fault);
    const answers = await ask(counter, operation, fault);
    for (const answer of answers) countAnswer(tally, operation, answer);
    if (operation.receipt !== null || operation.refused !== null) {
      if (fault !== 'sent again after the answer') return;
      for (const answer of await ask(counter, operation, null)) countAnswer(tally, operation, answer);
      return;
    }
    await sleep(chances.between(5, 120));
  }
  tally.found('unanswered', `${operation.kind} ${operation.key} was never answered`);
}

async function ask(
  counter: Counter,
  operation: Operation,
  fault: RequestFault | null,
): Promise<(ReceivedAnswer | null)[]> {
  const { chances, setting, tally } = counter;
  const urls = counter.urls();
  const first = urls[chances.between(0, Math.max(0, urls.length - 1))];
  if (first === undefined) return [];
  const outgoing: OutgoingRequest = {
    path: operation.path,
    token: setting.tellers[operation.teller]?.token ?? '',
    school: setting.school,
    key: operation.key,
    input: operation.input,
  };
  tally.requests++;
  const sent = [counter.transport(first, outgoing, fault, chances.between(0, 60))];
  if (fault === 'sent twice at once')
    sent.push(counter.transport(urls.at(urls[0] === first ? -1 : 0) ?? first, outgoing));
  return Promise.all(sent);
}

/** Records an answer. Later answers to the same key must be equal. */
function countAnswer(tally: Tally, operation: Operation, received: ReceivedAnswer | null): void {
  if (received === null) {
    tally.unheard++;
    return;
  }
  const { status, body } = received;
  if (status === 503) {
    tally.busy++;
    return;
  }
  const who = `${operation.kind} ${operation.key}`;
  if (status >= 500 || status === 401 || status === 400) {
    tally.found('unexpected', `${who} was answered ${status} ${String(body.problem)}`);
    return;
  }
  if (status !== 200) {
    const problem = String(body.problem);
    if (NEVER_WRONG.has(problem)) tally.found('right PIN refused', `${who}: ${problem}`);
    if (operation.receipt !== null || (operation.refused ?? problem) !== problem)
      tally.found('other answer', `${who} was refused (${problem}) after another answer`);
    operation.refused ??= problem;
    return;
  }
  const receipt = String((body.receipt as { sysid?: string } | undefined)?.sysid ?? body.sysid);
  if (operation.refused !== null || (operation.receipt ?? receipt) !== receipt)
    tally.found('other answer', `${who} was acknowledged as ${receipt} after another answer`);
  operation.receipt ??= receipt;
}
