/** Points of a recording call and of a master key rotation at which a test can end the process, to check the state after a crash. */
export type Point =
  | 'before-work'
  | 'before-commit'
  | 'after-commit'
  | 'new-key-kept'
  | 'before-rotation'
  | 'after-rotation';

/** Ends the process like `kill -9` when `point` is passed for the `count`-th time. */
export interface Failpoint {
  pass(point: Point): void;
}

export const noFailpoint: Failpoint = { pass: () => undefined };

/** Parses `point:count`; any other text never triggers. Production refuses this setting. */
export function failpointAt(setting: string | null): Failpoint {
  const [point, count] = (setting ?? '').split(':');
  let left = Number(count);
  if (!Number.isInteger(left)) return noFailpoint;
  return {
    pass(passed) {
      if (passed === point && --left === 0) process.kill(process.pid, 'SIGKILL');
    },
  };
}
