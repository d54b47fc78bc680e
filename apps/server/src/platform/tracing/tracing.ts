import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

/** Told of a step beside its name: words and numbers of the program, never of a person, a school or an address. */
export type StepFacts = Readonly<Record<string, string | number>>;

/**
 * Traces: which step of a call or a job took how long, and within which other. For whoever looks for the slow one; a collector that is away costs no
 * call anything.
 */
export interface Tracing {
  /** Does work as a step of the call or the job within which it is done; outside of both it is traced by itself. */
  step<T>(name: string, facts: StepFacts, work: () => Promise<T>): Promise<T>;
  /** Traces each call of a server; before its routes are registered. */
  traceCalls(app: FastifyInstance): void;
  /** Sends what still waits, within a few seconds, and ends. */
  close(): Promise<void>;
}

/** Tracing where no collector is named: nothing is kept, and nothing of the library is loaded. */
export const noTracing: Tracing = {
  step: (_name, _facts, work) => work(),
  traceCalls: () => undefined,
  close: async () => undefined,
};

/** Opens the way to the collector at an address (OTLP over HTTP); none where it is null. */
export async function openTracing(collector: string | null, metrics: Metrics): Promise<Tracing> {
  if (collector === null) return noTracing;
  const { openOtlp } = await import('./otlp.ts');
  return openOtlp(collector, metrics);
}
