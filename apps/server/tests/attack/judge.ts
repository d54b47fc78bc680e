import { PROBLEM_STATUS, type Problem } from '@mfuko/contract/problem';
import { contractViolationOf } from '../hostile.testkit.ts';
import type { Cast } from './cast.ts';
import type { HostileRequest } from './hostile-requests.ts';
import type { ReceivedAnswer } from './send.ts';

/** Internal details that no answer may contain: stack traces, file names, database errors. */
const INSIDE =
  /node_modules|\n\s+at .+:\d+:\d+|\/src\/[\w/-]+\.ts|violates [\w-]+ constraint|syntax error at or near|relation "|duplicate key value/;

/** Expected refusals of a server that is busy or waits for a dependency. */
const WAITING: ReadonlySet<string> = new Set<Problem>(['server.busy', 'payment.provider-down']);

export type Verdict = 'fine' | 'busy' | { readonly wrong: string };

/** Checks an answer against the texts of the victim, and against the contract's refusals. */
export function judge(cast: Cast, hostile: HostileRequest, received: ReceivedAnswer): Verdict {
  const told = `${received.headers}\n${received.text}`;
  const inside = INSIDE.exec(told)?.[0];
  if (inside !== undefined) return { wrong: `tells of the inside: ${inside}` };
  const secret = [...cast.victim.secrets, ...cast.own.secrets, ...cast.neighbour.secrets].find((each) =>
    says(told, each),
  );
  if (secret !== undefined) return { wrong: 'tells a secret' };
  if (hostile.by?.role !== 'Admin') {
    const asked = `${hostile.target}${JSON.stringify(hostile.headers)}${String(hostile.body)}`;
    const leak = [...cast.victim.canaries, ...cast.neighbour.canaries].find(
      (each) => says(told, each) && !asked.includes(each),
    );
    if (leak !== undefined) return { wrong: `tells of another school: ${leak}` };
  }
  if (WAITING.has(problemOf(received)) && received.status === PROBLEM_STATUS['server.busy']) return 'busy';
  // An answer to HEAD has no body that could name the problem; a busy server says when to try again.
  const toTryAgain = received.status === PROBLEM_STATUS['server.busy'] && /retry-after/i.test(received.headers);
  if (hostile.method === 'HEAD' && toTryAgain) return 'busy';
  // A method without a body and an address outside of the calls are not answered with a problem of the contract.
  if (received.status < 500 && (hostile.kind === 'no such address' || hostile.method === 'HEAD')) return 'fine';
  const why = contractViolationOf(received.status, received.text);
  return why === null ? 'fine' : { wrong: why };
}

/** Matches whole words only: eight digits within an id are no PIN. */
function says(told: string, word: string): boolean {
  for (let at = told.indexOf(word); at >= 0; at = told.indexOf(word, at + 1))
    if (!/[\w-]/.test(`${told[at - 1] ?? ''}${told[at + word.length] ?? ''}`)) return true;
  return false;
}

function problemOf({ text }: ReceivedAnswer): string {
  try {
    return String((JSON.parse(text) as { problem?: unknown }).problem);
  } catch {
    return '';
  }
}
