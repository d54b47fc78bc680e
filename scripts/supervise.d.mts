import type { ChildProcess } from 'node:child_process';

export interface SupervisorParts {
  readonly log: (line: string) => void;
  readonly wait?: (ms: number) => Promise<void>;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

export interface Supervised {
  /** The last exit code. */
  readonly ended: Promise<number>;
  /** Hands a signal on; what ends after it is not started again. */
  tell(signal: NodeJS.Signals): void;
}

export function supervise(launch: () => ChildProcess, parts: SupervisorParts): Supervised;
