import { PROBLEM_STATUS, type Problem } from '@mfuko/contract/problem';
import { whyWrong } from '../hostile.testkit.ts';
import type { Cast } from './cast.ts';
import type { Heard } from './send.ts';
import type { Shot } from './shots.ts';

/** Words of the inside that no answer has: stack traces, files, the database's errors. */
const INSIDE =
  /node_modules|\n\s+at .+:\d+:\d+|\/src\/[\w/-]+\.ts|violates [\w-]+ constraint|syntax error at or near|relation "|duplicate key value/;

/** Refusals of a server that has much to do, or waits for a part: as they should be. */
const WAITING: ReadonlySet<string> = new Set<Problem>(['server.busy', 'payment.provider-down']);

export type Verdict = 'fine' | 'busy' | { readonly wrong: string };

/** Holds an answer against what nobody may ever be told, and against the contract's refusals. */
export function judge(cast: Cast, shot: Shot, heard: Heard): Verdict {
  const told = `${heard.headers}\n${heard.text}`;
  const inside = INSIDE.exec(told)?.[0];
  if (inside !== undefined) return { wrong: `tells of the inside: ${inside}` };
  const secret = [...cast.victim.secrets, ...cast.own.secrets, ...cast.neighbour.secrets].find((each) =>
    says(told, each),
  );
  if (secret !== undefined) return { wrong: 'tells a secret' };
  if (shot.by?.role !== 'Admin') {
    const asked = `${shot.target}${JSON.stringify(shot.headers)}${String(shot.body)}`;
    const leak = [...cast.victim.canaries, ...cast.neighbour.canaries].find(
      (each) => says(told, each) && !asked.includes(each),
    );
    if (leak !== undefined) return { wrong: `tells of another school: ${leak}` };
  }
  if (WAITING.has(problemOf(heard)) && heard.status === PROBLEM_STATUS['server.busy']) return 'busy';
  // Neither a method without a body nor an address outside of the calls is answered in the contract's words.
  if (heard.status < 500 && (shot.kind === 'no such address' || shot.method === 'HEAD')) return 'fine';
  const why = whyWrong(heard.status, heard.text);
  return why === null ? 'fine' : { wrong: why };
}

/** As a word of its own: eight digits in the midst of an id are nobody's PIN. */
function says(told: string, word: string): boolean {
  for (let at = told.indexOf(word); at >= 0; at = told.indexOf(word, at + 1))
    if (!/[\w-]/.test(`${told[at - 1] ?? ''}${told[at + word.length] ?? ''}`)) return true;
  return false;
}

function problemOf({ text }: Heard): string {
  try {
    return String((JSON.parse(text) as { problem?: unknown }).problem);
  } catch {
    return '';
  }
}
