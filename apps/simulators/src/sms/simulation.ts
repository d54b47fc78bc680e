import { type Agenda, openAgenda } from '../simulation/agenda.ts';
import { type Chances, seededChances } from '../simulation/chances.ts';
import type { Clock } from '../simulation/clock.ts';
import type { Beginning } from '../simulation/run.ts';
import { type World, worldForm } from './world.ts';

/** Simulation: what every part of the simulator works on. */
export interface Simulation {
  readonly world: World;
  readonly clock: Clock;
  readonly chances: Chances;
  readonly agenda: Agenda;
  /** Something changed that should be kept. */
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
