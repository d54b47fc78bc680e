import type { Line } from './queue.ts';
import { asksForCollector } from './release.ts';

/**
 * Questions who collects that have no answer, newest first: the child was proven, and is not recorded as out. Each stands until the guard has answered it,
 * the child has come again, or, once its proof is gone, the guard has put it away.
 */
export function unanswered(lines: readonly Line[]): readonly Line[] {
  const cameAgain = new Set<string>();
  return lines.filter((line) => {
    const isQuestion = asksForCollector(line);
    const stands = isQuestion && !line.putAway && !cameAgain.has(line.admissionNumber);
    // A later try that was refused changes nothing: the child is still not out. One who is out already was recorded elsewhere.
    if (isQuestion || line.state !== 'refused' || line.refusal?.problem === 'gate.not-in')
      cameAgain.add(line.admissionNumber);
    return stands;
  });
}
