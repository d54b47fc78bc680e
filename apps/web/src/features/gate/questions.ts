import type { OrphanedRequest } from '../../school/pending/pending-request.ts';
import type { Line } from './queue/line.ts';
import { asksForCollector } from './release.ts';

/**
 * Returns the unanswered questions who collects a child, newest first: the child was verified and is not recorded as out. A question ends
 * when the guard answers, when the child passes again or is no longer in school, or, once the proof is gone, when the guard dismisses the
 * question.
 */
export function unanswered(lines: readonly Line[]): readonly Line[] {
  return standing(lines, () => true);
}

/**
 * Returns the unanswered questions of earlier pages. A question ends when the child passes again here, or when the guard dismisses the
 * question.
 */
export function unansweredBefore(left: readonly OrphanedRequest[], lines: readonly Line[]): readonly OrphanedRequest[] {
  return standingBefore(left, lines, () => true);
}

/** Returns the keys of the questions, of this page and of earlier ones, that are over whatever the outcome of the tries still under way. */
export function overOf(left: readonly OrphanedRequest[], lines: readonly Line[]): readonly string[] {
  const isSettled = ({ state }: Line) => state !== 'sending' && state !== 'waiting';
  const stand = new Set(
    [...standing(lines, isSettled), ...standingBefore(left, lines, isSettled)].map(({ key }) => key),
  );
  const asked = [...lines.filter(asksForCollector), ...left.filter(isQuestion)];
  // Compares keys: after the desk was locked and unlocked, a question may belong to this page and to an earlier one.
  return asked.map(({ key }) => key).filter((key) => !stand.has(key));
}

/** Returns true for a press of an earlier page that the server answered with the question who collects. */
export function isQuestion({ outcome, refusal }: OrphanedRequest): boolean {
  return outcome === 'refused' && asksForCollector({ refusal: refusal ?? null });
}

/**
 * Returns true where a try replaces an earlier question of the child. A refusal changes nothing, since the child is still not out, except
 * the refusal of a child who is out already: another press has recorded that check-out.
 */
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
