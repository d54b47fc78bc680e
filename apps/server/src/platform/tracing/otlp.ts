import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { placeOf } from '../metrics/serve.ts';
import type { Tracing } from './tracing.ts';

/** Limit of spans waiting for the collector; beyond it the newest are dropped. */
const MAX_WAITING = 2_048;
const SENT_EVERY_MS = 1_000;
/** Timeout of an attempt to send, and of flushing the rest at shutdown. */
const PATIENCE_MS = 3_000;

/** Opens tracing to a collector by OTLP over HTTP, in JSON. */
export function openOtlp(collector: string, metrics: Metrics): Tracing {
  const provider = new TracerProvider({
    // Contains nothing about the machine, the process or its arguments.
    resource: resourceFromAttributes({ 'service.name': 'mfuko' }),
    spanProcessors: [
      countedQueue(
        metrics,
        new OTLPTraceExporter({ url: collector, headers: {}, timeoutMillis: PATIENCE_MS, concurrencyLimit: 1 }),
      ),
    ],
  });
  const tracer = provider.getTracer('mfuko');
  const current = new AsyncLocalStorage<Span>();
  const calls = new WeakMap<FastifyRequest, Span>();
  const within = () => {
    const parent = current.getStore();
    return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  };
  return {
    step(name, facts, work) {
      const span = tracer.startSpan(name, { attributes: facts }, within());
      return current.run(span, async () => {
        try {
          return await work();
        } catch (error) {
          // The error's message may contain a name, so only its class is recorded.
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceCalls(app: FastifyInstance) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (!isTraced(request)) return done();
        // The caller's trace context is ignored: a client could otherwise choose which traces are sampled.
        const span = tracer.startSpan('call', { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT);
        calls.set(request, span);
        current.run(span, done);
      });
      app.addHook('onResponse', async (request, reply) => endCall(calls.get(request), request, reply));
    },
    // The loss of an unreachable collector is counted already, and must not block an orderly shutdown.
    close: () => Promise.race([provider.shutdown().catch(() => undefined), after(PATIENCE_MS)]),
  };
}

/** Returns true for calls and callbacks of providers; false for the console's files and health checks. */
function isTraced(request: FastifyRequest): boolean {
  return /^\/(api(?!\/health\/)|hooks)\//.test(request.routeOptions.url ?? '');
}

function endCall(span: Span | undefined, request: FastifyRequest, reply: FastifyReply): void {
  if (!span) return;
  const { route, method } = placeOf(request);
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': reply.statusCode,
    // Equals the request id in the log.
    'mfuko.request': request.id,
  });
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Queues spans for an exporter and counts them: taken by the collector, or lost, also for lack of room in the queue. */
function countedQueue(metrics: Metrics, exporter: SpanExporter): SpanProcessor {
  const spans = metrics.counter('mfuko_trace_spans_total', 'Spans handed to the collector of traces', ['outcome']);
  for (const outcome of ['taken', 'lost']) spans.inc({ outcome }, 0);
  let waiting = 0;
  const queue = new BatchSpanProcessor({
    exporter: {
      export(batch, done) {
        waiting -= batch.length;
        exporter.export(batch, (result) => {
          spans.inc({ outcome: result.code === 0 ? 'taken' : 'lost' }, batch.length);
          done(result);
        });
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: MAX_WAITING,
    scheduledDelayMillis: SENT_EVERY_MS,
    exportTimeoutMillis: PATIENCE_MS,
  });
  return {
    onStart: (span, context) => queue.onStart(span, context),
    onEnd(span) {
      // The queue would drop the span without reporting it.
      if (waiting >= MAX_WAITING) return spans.inc({ outcome: 'lost' }, 1);
      waiting++;
      queue.onEnd(span);
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
