import { startNear } from '../simulation/near.ts';
import type { RunningSimulator } from '../simulation/simulator-process.ts';

/** Starts the SMS simulator on its port, or uses the one that another server of this installation has started there. */
export function smsSimulatorNear(
  place: { readonly port: number; readonly file: string | null },
  print: (line: string) => void,
): Promise<RunningSimulator> {
  return startNear({ ...place, name: 'africastalking', title: 'SMS' }, print);
}

/** Registers an account with the simulator: its API key, and the callback URLs for delivery reports and opt-outs. */
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
    // Long timeout: a machine that is starting much else responds slowly.
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
}
