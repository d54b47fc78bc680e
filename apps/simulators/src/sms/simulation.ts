import { type Agenda, openAgenda } from '../simulation/agenda.ts';
import { type Chances, seededChances } from '../simulation/chances.ts';
import type { Clock } from '../simulation/clock.ts';
import type { Beginning } from '../simulation/run.ts';
import { type World, worldForm } from './world.ts';

/** Simulation: shared state of all parts of the simulator. */
export interface Simulation {
  readonly world: World;
  readonly clock: Clock;
  readonly chances: Chances;
  readonly agenda: Agenda;
  /** Notes a change that has to be stored. */
  changed(): void;
}

export function openSimulation({ world, clock, seed, byItself, changed }: Beginning<World>): Simulation {
  return {
    world: world ?? worldForm.parse({}),
    clock,
    chances: seededChances(seed),
    agenda: openAgenda(clock, byItself),
    changed,
  };
}
