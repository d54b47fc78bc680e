import { startNear } from '../simulation/near.ts';
import type { RunningSimulator } from '../simulation/simulator-process.ts';

/** Starts the M-Pesa simulator on its port, or uses the one that another server of this installation has started there. */
export function simulatorNear(
  place: { readonly port: number; readonly file: string | null },
  print: (line: string) => void,
): Promise<RunningSimulator> {
  return startNear({ ...place, name: 'daraja', title: 'M-Pesa' }, print);
}
