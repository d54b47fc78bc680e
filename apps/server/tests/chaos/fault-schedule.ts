import type { Chances } from '../../../simulators/src/simulation/index.ts';

/** Faults of one request on its way. */
export const REQUEST_FAULTS = {
  'cut before it was sent whole': 1500,
  'cut after it was sent': 3500,
  'the answer lost': 1200,
  'sent twice at once': 1200,
  'sent again after the answer': 600,
} as const;
/** Faults of a server or of the database while requests are under way. */
export const SERVER_FAULTS = {
  'backend ended': 1500,
  'statement cancelled': 250,
  'wallet held by another session': 40,
  'server frozen for a while': 40,
  'server told to stop': 10,
  'server killed at a random moment, then at a named point': 24,
  'PostgreSQL killed': 15,
  'PostgreSQL told to stop': 6,
} as const;

export type RequestFault = keyof typeof REQUEST_FAULTS;
export type ServerFault = keyof typeof SERVER_FAULTS;
export type Fault = RequestFault | ServerFault;

export interface FaultSchedule {
  /** Returns the fault of the next request; null for none. */
  nextRequestFault(): RequestFault | null;
  nextServerFault(): ServerFault | null;
  /** Reports that the server fault has been injected. Requests continue until then, since some faults wait for them. */
  injected(): void;
  /** Drops the remaining faults. */
  end(): void;
  /** Returns true if no fault is left or being injected. */
  isEmpty(): boolean;
}

/** Maximum number of server faults that may be pending while requests continue. */
const WAITING = 2;

/**
 * Schedules that many faults, weighted by kind with at least one of each, in an order determined by the seed. Server faults come in their
 * turn: request faults wait for them.
 */
export function scheduleFaults(
  chances: Chances,
  count: number,
  weights: Readonly<Record<string, number>>,
): FaultSchedule {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const sorted = Object.entries(weights).flatMap(([fault, weight]) =>
    Array.from({ length: Math.max(1, Math.round((count * weight) / total)) }, () => fault as Fault),
  );
  const schedule: Fault[] = [];
  while (sorted.length > 0) schedule.push(...sorted.splice(chances.between(0, sorted.length - 1), 1));
  const waiting: ServerFault[] = [];
  let injecting = 0;
  const queueServerFaults = () => {
    for (
      let top = schedule.at(-1);
      top !== undefined && isServerFault(top) && waiting.length < WAITING;
      top = schedule.at(-1)
    ) {
      waiting.push(top);
      schedule.pop();
    }
  };
  return {
    nextRequestFault() {
      queueServerFaults();
      const top = schedule.at(-1);
      if (top === undefined || isServerFault(top)) return null;
      schedule.pop();
      return top;
    },
    nextServerFault() {
      queueServerFaults();
      const fault = waiting.shift() ?? null;
      if (fault !== null) injecting++;
      return fault;
    },
    injected: () => void injecting--,
    end() {
      schedule.length = 0;
      waiting.length = 0;
    },
    isEmpty: () => schedule.length === 0 && waiting.length === 0 && injecting === 0,
  };
}

function isServerFault(fault: Fault): fault is ServerFault {
  return fault in SERVER_FAULTS;
}
