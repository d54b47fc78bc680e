import { PaymentsError } from './port.ts';

interface Outcomes<Taken> {
  /** Stores what the provider answered to a request that it has taken. */
  readonly onTaken: (taken: Taken) => Promise<unknown>;
  /** Handles a request that the provider surely has not taken: it may be sent again if `retry`, or else has failed. */
  readonly onRefused: (error: PaymentsError) => Promise<unknown>;
}

/**
 * Sends a request that moves money out. The caller has committed that it sends, and has queued a status query. A request with an unknown
 * outcome returns like one that was taken, since the provider may have carried it out: the status query finds out, and nothing is sent
 * again. Throws a refusal that may succeed later, so that the job runs again.
 */
export async function requestOnce<Taken>(
  request: () => Promise<Taken>,
  { onTaken, onRefused }: Outcomes<Taken>,
): Promise<void> {
  let taken: Taken;
  try {
    taken = await request();
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    if (error.unsettled) return;
    await onRefused(error);
    if (error.retry) throw error;
    return;
  }
  await onTaken(taken);
}
