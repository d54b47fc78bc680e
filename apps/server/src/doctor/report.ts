import { CHECKS, NOTES } from './checks.ts';
import type { Facts } from './facts.ts';
import type { Finding } from './finding.ts';

/** Outcome of a check: empty findings mean in order, null means that the check could not run. */
export interface Outcome {
  readonly check: string;
  readonly findings: readonly Finding[] | null;
  /** Positive facts. */
  readonly notes: readonly string[];
}

export function judge(facts: Facts): Outcome[] {
  return Object.entries(CHECKS).map(([check, look]) => ({
    check,
    findings: look(facts),
    notes: NOTES[check]?.(facts) ?? [],
  }));
}

/** Returns the exit code: 0 all in order, 1 warnings, 2 errors. */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 2 {
  if (count(outcomes, 'error') > 0) return 2;
  return count(outcomes, 'warning') > 0 ? 1 : 0;
}

/** Formats the outcomes for a person: a line per check, below it each problem with its remedy, and a summary at the end. */
export function linesOf(outcomes: readonly Outcome[]): string[] {
  const [errors, warnings] = [count(outcomes, 'error'), count(outcomes, 'warning')];
  const sum = errors + warnings === 0 ? 'All is in order.' : `Errors: ${errors}. Warnings: ${warnings}.`;
  return [...outcomes.flatMap(linesOfCheck), '', sum];
}

function linesOfCheck({ check, findings, notes }: Outcome): string[] {
  if (findings === null) return [`-        ${check}: not looked at`];
  const said = notes.map((note) => `         ${note}`);
  if (findings.length === 0) return [`ok       ${check}`, ...said];
  return [
    ...findings.flatMap(({ level, problem, remedy }) => [
      `${level.padEnd(8)} ${check}: ${problem}`,
      `         → ${remedy}`,
    ]),
    ...said,
  ];
}

function count(outcomes: readonly Outcome[], level: Finding['level']): number {
  return outcomes.flatMap(({ findings }) => findings ?? []).filter((finding) => finding.level === level).length;
}
