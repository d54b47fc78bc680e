import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { requireReader } from './access.ts';
import type { Metrics } from './metrics.ts';

const SECONDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Serves the metrics at `/metrics`, and counts all requests by route. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  config: Pick<Config, 'metricsToken' | 'host'>,
): void {
  countRequests(app, metrics);
  app.get('/metrics', async (request, reply) => {
    requireReader(request, config);
    const { contentType, body } = await metrics.text();
    return reply.header('Cache-Control', 'no-store').header('Content-Type', contentType).send(body);
  });
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter('mfuko_http_requests_total', 'Requests answered', ['route', 'method', 'status']);
  const seconds = metrics.histogram(
    'mfuko_http_request_seconds',
    'From the request to the end of its answer; streams left out',
    ['route', 'method'],
    SECONDS,
  );
  app.addHook('onResponse', async (request, reply) => {
    const { route, method } = placeOf(request);
    requests.inc({ route, method, status: `${Math.floor(reply.statusCode / 100)}xx` });
    // A stream stays open as long as its client listens.
    const stream = String(reply.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
    if (!stream) seconds.observe({ route, method }, reply.elapsedTime / 1_000);
  });
}

/**
 * Returns the route pattern and method of a request, never its URL, which contains ids and secrets. All files of the console count as
 * one route, and all requests without a route as another.
 */
export function placeOf(request: FastifyRequest): { route: string; method: string } {
  const { url } = request.routeOptions;
  if (request.is404 || url === undefined) return { route: 'unknown', method: 'any' };
  return { route: /^\/(api|hooks|metrics)(\/|$)/.test(url) ? url : 'console', method: request.method };
}
