import type { Clock } from '../../../platform/clock.ts';
import { type Agenda, openAgenda } from '../../payments/simulator/agenda.ts';
import { type Chances, seededChances } from '../../payments/simulator/chances.ts';
import { type World, worldForm } from './world.ts';

/** What every part of the simulator works on. */
export interface Simulation {
  readonly world: World;
  readonly clock: Clock;
  readonly chances: Chances;
  readonly agenda: Agenda;
  /** Something changed that should be kept. */
  changed(): void;
}

export function openSimulation(settings: {
  readonly clock: Clock;
  readonly seed: number;
  /** Whether things happen when they are due, or only when somebody says so. */
  readonly byItself: boolean;
  readonly world: World | undefined;
  readonly changed: () => void;
}): Simulation {
  return {
    world: settings.world ?? worldForm.parse({}),
    clock: settings.clock,
    chances: seededChances(settings.seed),
    agenda: openAgenda(settings.clock, settings.byItself),
    changed: settings.changed,
  };
}
