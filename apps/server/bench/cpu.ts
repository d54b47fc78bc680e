import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, whatever the machine. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that this process and all below it have had, those that have ended included: what a deposit
 * costs, however many others share the processors.
 */
export function processorTime(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const ours = new Set([process.pid]);
  for (let found = 0; found < ours.size; ) {
    found = ours.size;
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid);
  }
  return processes.filter(({ pid }) => ours.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

function readStat(pid: string): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid: Number(pid), parent: fields[1] ?? 0, ticks };
  } catch {
    return undefined;
  }
}
