import { startNear } from '../simulation/near.ts';
import type { RunningSimulator } from '../simulation/simulator-process.ts';

/** Starts the SMS simulator on its port, or uses the one that another server of this installation has started there. */
export function smsSimulatorNear(
  place: { readonly port: number; readonly file: string | null },
  print: (line: string) => void,
): Promise<RunningSimulator> {
  return startNear({ ...place, name: 'africastalking', title: 'SMS' }, print);
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
