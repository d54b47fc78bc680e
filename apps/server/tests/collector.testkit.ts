import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span, as a collector receives it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** OTLP receiver over HTTP on this machine. */
export interface Collector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** All received data, as text. */
  text(): string;
  /** Number of deliveries, including those that were refused or left without an answer. */
  tries(): number;
  stop(): Promise<void>;
}

type Sent = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };

/** Starts a collector. A custom `answer` can refuse or hang. */
export async function startCollector(
  answer: (response: ServerResponse) => void = (response) =>
    void response.setHeader('Content-Type', 'application/json').end('{}'),
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  let tries = 0;
  const server = createServer(async (request, response) => {
    tries++;
    const sent = (await json(request)) as Sent;
    texts.push(JSON.stringify([request.url, request.headers, sent]));
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    text: () => texts.join('\n'),
    tries: () => tries,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
