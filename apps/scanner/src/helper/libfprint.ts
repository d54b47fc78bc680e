import { fileURLToPath } from 'node:url';
import type { HelperProgram } from './supervisor.ts';

/** Debian's own: a Python of another place has not its packages. */
const PYTHON = '/usr/bin/python3';
const HELPER = fileURLToPath(new URL('../../helper/libfprint-helper.py', import.meta.url));

/** Helper that drives a reader by Debian's libfprint. */
export function libfprintHelper(options: {
  readonly serial?: string | undefined;
  readonly lookMs?: number;
  readonly freshMs?: number;
}): HelperProgram {
  const { serial, lookMs, freshMs } = options;
  return {
    command: PYTHON,
    args: [
      HELPER,
      ...(serial === undefined ? [] : [`--serial=${serial}`]),
      ...(lookMs === undefined ? [] : [`--look-ms=${lookMs}`]),
      ...(freshMs === undefined ? [] : [`--fresh-ms=${freshMs}`]),
    ],
  };
}
