/** Finding of the doctor: what is wrong in a sentence, and what a person does about it. */
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
