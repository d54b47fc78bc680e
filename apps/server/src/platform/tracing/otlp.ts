import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { placeOf } from '../metrics/serve.ts';
import type { Tracing } from './tracing.ts';

/** Spans that wait for the collector; of more than that the newest are dropped. */
const MOST_WAITING = 2_048;
const SENT_EVERY_MS = 1_000;
/** Longest try to send, and longest wait for what is unsent at the end. */
const PATIENCE_MS = 3_000;

/** Traces that are sent to a collector by OTLP over HTTP, in JSON. */
export function openOtlp(collector: string, metrics: Metrics): Tracing {
  const provider = new TracerProvider({
    // Nothing of the machine, the process or its arguments.
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
          // Its message may name somebody.
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
        // A caller's own trace is not gone on with: whoever calls would choose what is kept of it.
        const span = tracer.startSpan('call', { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT);
        calls.set(request, span);
        current.run(span, done);
      });
      app.addHook('onResponse', async (request, reply) => endCall(calls.get(request), request, reply));
    },
    // A collector that is away was counted, and must not keep the server from ending in order.
    close: () => Promise.race([provider.shutdown().catch(() => undefined), after(PATIENCE_MS)]),
  };
}

/** Calls and what providers tell; not the console's files, nor whoever asks how the server is. */
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
    // As in the log.
    'mfuko.request': request.id,
  });
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Queue in front of an exporter. Spans are counted by whether the collector took them; those for which there was no room were lost. */
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
    maxQueueSize: MOST_WAITING,
    scheduledDelayMillis: SENT_EVERY_MS,
    exportTimeoutMillis: PATIENCE_MS,
  });
  return {
    onStart: (span, context) => queue.onStart(span, context),
    onEnd(span) {
      // The queue would drop it and tell nobody.
      if (waiting >= MOST_WAITING) return spans.inc({ outcome: 'lost' }, 1);
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
