/** Simulation: the shared base of all simulators, as far as tests use it. */
export { type Chances, seededChances } from './chances.ts';
export type { RunningSimulator } from './run.ts';
