/** Findings that make a run fail. */
const FINDINGS = [
  'lost',
  'doubled',
  'refused but there',
  'wrong amount',
  'negative',
  'wrong sum',
  'other answer',
  'right PIN refused',
  'unanswered',
  'unexpected',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** Counters of a run. */
export interface Tally {
  readonly faults: Map<string, number>;
  readonly findings: Map<Finding, string[]>;
  requests: number;
  /** Number of answers that never arrived, and of temporary refusals (503). */
  unheard: number;
  busy: number;
  fault(kind: string): void;
  found(finding: Finding, what: string): void;
  count(finding: Finding): number;
  isClean(): boolean;
}

export function openTally(): Tally {
  const faults = new Map<string, number>();
  const findings = new Map<Finding, string[]>();
  return {
    faults,
    findings,
    requests: 0,
    unheard: 0,
    busy: 0,
    fault: (kind) => void faults.set(kind, (faults.get(kind) ?? 0) + 1),
    found: (finding, what) => void findings.set(finding, [...(findings.get(finding) ?? []), what]),
    count: (finding) => findings.get(finding)?.length ?? 0,
    isClean: () => findings.size === 0,
  };
}

export function tellFindings(tally: Tally): string[] {
  return FINDINGS.flatMap((finding) => {
    const found = tally.findings.get(finding) ?? [];
    return found.length === 0 ? [] : [`${finding}: ${found.length}`, ...found.slice(0, 5).map((what) => `  ${what}`)];
  });
}
