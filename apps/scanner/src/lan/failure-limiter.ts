/** Failure limiter: refuses an address of the network for a while after too many failures. */
export interface FailureLimiter {
  isOn(address: string): boolean;
  noteFailure(address: string): void;
}

const MAX_FAILURES = 10;
const WITHIN_MS = 60_000;
/**
 * Number of addresses that are remembered. An attacker with more addresses gains no attempts, because the code itself expires after a few
 * wrong ones.
 */
const MAX_ADDRESSES = 1_000;

export function createFailureLimiter(now: () => number): FailureLimiter {
  const failures = new Map<string, readonly number[]>();
  const recent = (address: string) => (failures.get(address) ?? []).filter((at) => now() - at < WITHIN_MS);
  return {
    isOn: (address) => recent(address).length >= MAX_FAILURES,
    noteFailure(address) {
      const all = [...recent(address), now()].slice(-MAX_FAILURES);
      failures.delete(address);
      failures.set(address, all);
      const [oldest] = failures.keys();
      if (failures.size > MAX_ADDRESSES && oldest !== undefined) failures.delete(oldest);
    },
  };
}
