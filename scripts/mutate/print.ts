import { type Explanation, explanationOf, isSurvivor, type Outcome, type Report, scoresOf } from './report.ts';

/** Formats the report: survivors with their position, explained ones, and the scores. */
export function describe(report: Report, explanations: readonly Explanation[]): string {
  const survivors = report.outcomes.filter(isSurvivor);
  const open = survivors.filter((one) => !explanationOf(one, explanations));
  const lines = open.map(
    (one) => `${placeOf(one)}  ${one.change}${one.fate === 'unreached' ? '  (no test reaches it)' : ''}`,
  );
  if (lines.length > 0) lines.unshift('Survivors:');
  const explained = survivors.flatMap((one) => {
    const found = explanationOf(one, explanations);
    return found ? [`${placeOf(one)}  ${one.change}: ${found.reason}`] : [];
  });
  if (explained.length > 0) lines.push('', 'Explained:', ...explained);
  lines.push('', 'caught/tried  score  95 % interval  timeouts  explained  of mutants  target');
  for (const score of scoresOf(report, explanations)) {
    const ones = report.outcomes.filter(({ target }) => score.target === 'all' || target === score.target);
    const timeouts = ones.filter(({ fate }) => fate === 'timeout').length;
    const [low, high] = score.interval;
    const counts = `${score.caught}/${score.tried - score.explained}`.padEnd(12);
    const interval = `${percent(low)} to ${percent(high)}`.padEnd(13);
    lines.push(
      `${counts}  ${percent(score.share)}   ${interval}  ${String(timeouts).padEnd(8)}  ${String(score.explained).padEnd(9)}  ${String(score.mutants).padEnd(10)}  ${score.target}`,
    );
  }
  return lines.join('\n');
}

/** Position of a mutant, in a form that editors can jump to. */
export function placeOf({ file, line, kind }: Outcome): string {
  return `${file}:${line}  ${kind}`;
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
