/** Finding of the doctor: what is wrong in a sentence, and what a person does about it. */
export interface Finding {
  readonly level: 'warning' | 'error';
  readonly problem: string;
  readonly mend: string;
}

export function error(problem: string, mend: string): Finding {
  return { level: 'error', problem, mend };
}

export function warning(problem: string, mend: string): Finding {
  return { level: 'warning', problem, mend };
}
