import type { Clock } from '../../platform/process/clock.ts';
import { PaymentsError, type PaymentsGateway } from './port.ts';

/** So many failures in a row, and the provider is let alone for so long; then one request tries whether it is back. */
const MOST_FAILURES = 5;
const PAUSE_MS = 30_000;

/**
 * The same gateway, but one that does not keep a queue of requests waiting for a provider that is down: they are refused at once,
 * to be tried again later. Only what never got through counts, not what the provider said no to.
 */
export function withBreaker(gateway: PaymentsGateway, clock: Clock): PaymentsGateway {
  let failures = 0;
  let shutUntil = 0;
  const guarded = async <T>(ask: () => Promise<T>): Promise<T> => {
    const left = shutUntil - clock.now();
    // More than the whole pause is left where the clock was set back meanwhile.
    if (left > 0 && left <= PAUSE_MS) throw new PaymentsError('the provider cannot be reached', { retry: true });
    if (failures >= MOST_FAILURES) shutUntil = clock.now() + PAUSE_MS;
    try {
      const answer = await ask();
      failures = 0;
      shutUntil = 0;
      return answer;
    } catch (error) {
      const unreached = error instanceof PaymentsError && error.retry && error.code === null;
      failures = unreached ? failures + 1 : 0;
      shutUntil = failures >= MOST_FAILURES ? clock.now() + PAUSE_MS : 0;
      throw error;
    }
  };
  return {
    registerUrls: (...asked) => guarded(() => gateway.registerUrls(...asked)),
    sendStkPush: (...asked) => guarded(() => gateway.sendStkPush(...asked)),
    queryStkPush: (...asked) => guarded(() => gateway.queryStkPush(...asked)),
    askTransaction: (...asked) => guarded(() => gateway.askTransaction(...asked)),
    payOut: (...asked) => guarded(() => gateway.payOut(...asked)),
    askBalance: (...asked) => guarded(() => gateway.askBalance(...asked)),
    checkKeys: (...asked) => guarded(() => gateway.checkKeys(...asked)),
    checkPasskey: (...asked) => guarded(() => gateway.checkPasskey(...asked)),
    reverse: (...asked) => guarded(() => gateway.reverse(...asked)),
    registerPull: (...asked) => guarded(() => gateway.registerPull(...asked)),
    pull: (...asked) => guarded(() => gateway.pull(...asked)),
  };
}
