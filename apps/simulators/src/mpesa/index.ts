/** Daraja simulator, for development, demonstrations and tests. Production refuses it. */
import { type RunningSimulator, runSimulator, type SimulatorSettings } from '../simulation/run.ts';
import { registerSimulation } from './server.ts';
import { openSimulation } from './simulator.ts';
import { worldForm } from './world.ts';

export interface DarajaSettings extends SimulatorSettings {
  /** Timeouts in milliseconds: a merchant's for the validation of a payment (8 s by default), and of an STK push on a phone (60 s). */
  readonly validationMs?: number;
  readonly pushMs?: number;
}

/** Starts the simulator. Rejects with EADDRINUSE where the port is taken. */
export function startSimulator(settings: DarajaSettings): Promise<RunningSimulator> {
  const { validationMs, pushMs } = settings;
  return runSimulator(
    settings,
    (kept) => worldForm.parse(kept),
    (beginning) => openSimulation({ ...beginning, validationMs, pushMs }),
    registerSimulation,
  );
}
