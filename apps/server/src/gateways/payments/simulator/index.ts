/** Daraja without Safaricom: for development, demonstrations and tests. Production refuses it. */
import { startNear } from '../../simulation/near.ts';
import { type RunningSimulator, runSimulator, type SimulatorSettings } from '../../simulation/run.ts';
import { serveSimulation } from './server.ts';
import { openSimulation } from './simulator.ts';
import { worldForm } from './world.ts';

export interface DarajaSettings extends SimulatorSettings {
  /** How long a merchant may think about a payment (8 s), and how long a prompt stands on a phone (60 s). */
  readonly validationMs?: number;
  readonly promptMs?: number;
}

/** Starts the simulator. Rejects with EADDRINUSE where the port is taken. */
export function startSimulator(settings: DarajaSettings): Promise<RunningSimulator> {
  const { validationMs, promptMs } = settings;
  return runSimulator(
    settings,
    (kept) => worldForm.parse(kept),
    (beginning) => openSimulation({ ...beginning, validationMs, promptMs }),
    serveSimulation,
  );
}

/** Starts the simulator on its port, or uses the one that another server of this installation has started there. */
export function simulatorNear(settings: DarajaSettings, print: (line: string) => void) {
  const known = { name: 'daraja', title: 'M-Pesa' };
  return startNear(settings, known, (port) => startSimulator({ ...settings, port }), print);
}
