/** Africa's Talking without Africa's Talking: for development, demonstrations and tests. Production refuses it. */
import { startNear } from '../../simulation/near.ts';
import { type RunningSimulator, runSimulator, type SimulatorSettings } from '../../simulation/run.ts';
import { serveSimulation } from './server.ts';
import { openSimulation } from './simulation.ts';
import { worldForm } from './world.ts';

/** Starts the simulator. Rejects with EADDRINUSE where the port is taken. */
export function startSmsSimulator(settings: SimulatorSettings): Promise<RunningSimulator> {
  return runSimulator(settings, (kept) => worldForm.parse(kept), openSimulation, serveSimulation);
}

/** Starts the simulator on its port, or uses the one that another server of this installation has started there. */
export function smsSimulatorNear(settings: SimulatorSettings, print: (line: string) => void) {
  const known = { name: 'africastalking', title: 'SMS' };
  return startNear(settings, known, (port) => startSmsSimulator({ ...settings, port }), print);
}

/** Tells the simulator of an account: by which key it is known, and where it wants to hear what becomes of its messages. */
export async function tellSmsSimulator(
  url: string,
  account: {
    readonly username: string;
    readonly apiKey: string;
    readonly deliveryUrl?: string;
    readonly optOutUrl?: string;
  },
): Promise<void> {
  const response = await fetch(`${url}/simulator/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
    // A machine that has just started much else is slow to listen.
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
}
