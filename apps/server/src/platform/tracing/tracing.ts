import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

/** Attributes of a step: words and numbers of the program, never of a person, a school or an address. */
export type StepFacts = Readonly<Record<string, string | number>>;

/**
 * Tracing: shows how long each step of a call or job took, and within which other step, in order to find slow ones. An unreachable
 * collector slows down no call.
 */
export interface Tracing {
  /** Runs work as a step of the current call or job; outside of both it starts a trace of its own. */
  step<T>(name: string, facts: StepFacts, work: () => Promise<T>): Promise<T>;
  /** Traces each call of a server. Must be called before the routes are registered. */
  traceCalls(app: FastifyInstance): void;
  /** Sends the remaining spans within a few seconds, and closes. */
  close(): Promise<void>;
}

/** Tracing without a collector: records nothing, and does not load the library. */
export const noTracing: Tracing = {
  step: (_name, _facts, work) => work(),
  traceCalls: () => undefined,
  close: async () => undefined,
};

/** Opens tracing to a collector's URL (OTLP over HTTP); null disables tracing. */
export async function openTracing(collector: string | null, metrics: Metrics): Promise<Tracing> {
  if (collector === null) return noTracing;
  const { openOtlp } = await import('./otlp.ts');
  return openOtlp(collector, metrics);
}
