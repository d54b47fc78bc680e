/** Simulation: the part that every simulator stands on, as far as tests use it. */
export { type Chances, seededChances } from './chances.ts';
export type { RunningSimulator } from './run.ts';
