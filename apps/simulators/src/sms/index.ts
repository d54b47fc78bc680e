/** Africa's Talking simulator, for development, demonstrations and tests. Production refuses it. */
import { type RunningSimulator, runSimulator, type SimulatorSettings } from '../simulation/run.ts';
import { registerSimulation } from './server.ts';
import { openSimulation } from './simulation.ts';
import { worldForm } from './world.ts';

/** Starts the simulator. Rejects with EADDRINUSE where the port is taken. */
export function startSmsSimulator(settings: SimulatorSettings): Promise<RunningSimulator> {
  return runSimulator(settings, (kept) => worldForm.parse(kept), openSimulation, registerSimulation);
}
