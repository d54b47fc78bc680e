import { fileURLToPath } from 'node:url';
import type { HelperProgram } from './supervisor.ts';

/** Debian's own Python: another one lacks Debian's packages. */
const PYTHON = '/usr/bin/python3';
const HELPER = fileURLToPath(new URL('../../helper/libfprint-helper.py', import.meta.url));

/** Returns the helper program that drives a reader by Debian's libfprint. */
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
