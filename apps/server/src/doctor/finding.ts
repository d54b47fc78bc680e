/** Finding: the problem in a sentence, and its remedy. */
export interface Finding {
  readonly level: 'warning' | 'error';
  readonly problem: string;
  readonly remedy: string;
}

export function error(problem: string, remedy: string): Finding {
  return { level: 'error', problem, remedy };
}

export function warning(problem: string, remedy: string): Finding {
  return { level: 'warning', problem, remedy };
}
