import type { OrphanedRequest } from '../../school/pending/pending-request.ts';
import type { Line } from './queue.ts';
import { asksForCollector } from './release.ts';

/**
 * Questions who collects that have no answer, newest first: the child was proven, and is not recorded as out. Each stands until the guard has answered it,
 * the child has come again or is in school no longer, or, once its proof is gone, the guard has put it away.
 */
export function unanswered(lines: readonly Line[]): readonly Line[] {
  return standing(lines, () => true);
}

/** The same of those that an earlier page has left: each stands until the child has come again here, or the guard has put it away. */
export function unansweredBefore(left: readonly OrphanedRequest[], lines: readonly Line[]): readonly OrphanedRequest[] {
  return standingBefore(left, lines, () => true);
}

/** Keys of the questions of both that are over for good, whatever becomes of the tries that are under way. */
export function overOf(left: readonly OrphanedRequest[], lines: readonly Line[]): readonly string[] {
  const isSettled = ({ state }: Line) => state !== 'sending' && state !== 'waiting';
  const stand = new Set(
    [...standing(lines, isSettled), ...standingBefore(left, lines, isSettled)].map(({ key }) => key),
  );
  const asked = [...lines.filter(asksForCollector), ...left.filter(isQuestion)];
  // By their keys: behind a lock that was opened again a question is of this page and of an earlier one.
  return asked.map(({ key }) => key).filter((key) => !stand.has(key));
}

/** Tells whether a press of an earlier page was asked about by the server. */
export function isQuestion({ outcome, refusal }: OrphanedRequest): boolean {
  return outcome === 'refused' && asksForCollector({ refusal: refusal ?? null });
}

/** Tells whether a try takes the place of a question before it. One that was refused changes nothing: the child is still not out. One who is out already was recorded elsewhere. */
function isInPlace(line: Line): boolean {
  return line.state !== 'refused' || asksForCollector(line) || line.refusal?.problem === 'gate.not-in';
}

function standing(lines: readonly Line[], counts: (line: Line) => boolean): readonly Line[] {
  const cameAgain = new Set<string>();
  return lines.filter((line) => {
    const { admissionNumber, putAway, elsewhere } = line;
    const stands = asksForCollector(line) && !putAway && !elsewhere && !cameAgain.has(admissionNumber);
    if (isInPlace(line) && counts(line)) cameAgain.add(admissionNumber);
    return stands;
  });
}

function standingBefore(left: readonly OrphanedRequest[], lines: readonly Line[], counts: (line: Line) => boolean) {
  const cameAgain = new Set(
    lines.filter((line) => isInPlace(line) && counts(line)).map((line) => line.admissionNumber),
  );
  return left
    .toSorted((one, other) => other.at - one.at)
    .filter((one) => {
      const stands = isQuestion(one) && !cameAgain.has(one.admissionNumber);
      if (isQuestion(one) || one.outcome === 'recorded') cameAgain.add(one.admissionNumber);
      return stands;
    });
}
