/** Named points of a recording call, and of a rotation of the master key, where a test may end the process, to see what a crash there leaves behind. */
export type Point =
  | 'before-work'
  | 'before-commit'
  | 'after-commit'
  | 'new-key-kept'
  | 'before-rotation'
  | 'after-rotation';

/** Ends the process the way `kill -9` does once `point` has been passed `count` times. */
export interface Failpoint {
  pass(point: Point): void;
}

export const noFailpoint: Failpoint = { pass: () => undefined };

/** Reads `point:count`; anything else trips nothing. Production refuses the setting altogether. */
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
