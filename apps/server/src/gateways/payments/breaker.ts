import type { Clock } from '../../platform/process/clock.ts';
import { PaymentsError, type PaymentsGateway } from './port.ts';

/**
 * Number of consecutive failures after which the provider gets no requests for PAUSE_MS; then a single request tests the connection.
 */
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;

/**
 * Wraps a gateway with a circuit breaker: while the provider is down, requests are refused at once, to be retried later, instead of
 * each waiting for a timeout. Only requests that got no response count as failures, not those that the provider refused.
 */
export function withBreaker(gateway: PaymentsGateway, clock: Clock): PaymentsGateway {
  let failures = 0;
  let shutUntil = 0;
  const guarded = async <T>(ask: () => Promise<T>): Promise<T> => {
    const left = shutUntil - clock.now();
    // More than a whole pause left means that the clock was set back meanwhile.
    if (left > 0 && left <= PAUSE_MS) throw new PaymentsError('the provider cannot be reached', { retry: true });
    if (failures >= MAX_FAILURES) shutUntil = clock.now() + PAUSE_MS;
    try {
      const answer = await ask();
      failures = 0;
      shutUntil = 0;
      return answer;
    } catch (error) {
      const unreached = error instanceof PaymentsError && error.retry && error.code === null;
      failures = unreached ? failures + 1 : 0;
      shutUntil = failures >= MAX_FAILURES ? clock.now() + PAUSE_MS : 0;
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
