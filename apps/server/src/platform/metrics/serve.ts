import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { requireReader } from './access.ts';
import type { Metrics } from './metrics.ts';

const SECONDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Serves the metrics at `/metrics`, and counts every request by its route. */
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
    // A stream is open for as long as somebody listens.
    const stream = String(reply.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
    if (!stream) seconds.observe({ route, method }, reply.elapsedTime / 1_000);
  });
}

/**
 * Route pattern and method of a request, never its address, which holds ids and secrets. The console has a route for each of its
 * files; they are one. What has no route is one too, whatever was asked for and however.
 */
export function placeOf(request: FastifyRequest): { route: string; method: string } {
  const { url } = request.routeOptions;
  if (request.is404 || url === undefined) return { route: 'unknown', method: 'any' };
  return { route: /^\/(api|hooks|metrics)(\/|$)/.test(url) ? url : 'console', method: request.method };
}
