import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { clientHeaders, type Person, type TestServer } from './kit.ts';

export interface StreamEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Record<string, unknown>;
}

/** Client of the notice stream over a real socket. */
export interface StreamListener {
  readonly status: number;
  readonly heard: StreamEvent[];
  /** Everything received, including comments. */
  text(): string;
  /** Waits for a matching event; throws after 5 s. */
  hears(fits: (heard: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves once the server has ended the stream, with the duration in ms. */
  ends(): Promise<number>;
  /** Stops reading, like a phone without reception. */
  pause(): void;
  leave(): void;
}

/** Starts listening on a port. */
export async function listenOn(server: TestServer): Promise<number> {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  return (server.app.server.address() as AddressInfo).port;
}

export async function listenToStream(
  server: TestServer,
  port: number,
  person: Person,
  headers: Record<string, string> = {},
): Promise<StreamListener> {
  const call: ClientRequest = request({
    port,
    host: '127.0.0.1',
    path: '/api/notifications/stream',
    agent: false,
    headers: { accept: 'text/event-stream', ...clientHeaders(server.context, person.token), ...headers },
  });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  const heard: StreamEvent[] = [];
  let text = '';
  let taken = 0;
  let over = false;
  response.on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n', taken); end >= 0; end = text.indexOf('\n\n', taken)) {
      const block = parse(text.slice(taken, end));
      if (block) heard.push(block);
      taken = end + 2;
    }
  });
  response.on('error', () => undefined);
  response.on('close', () => (over = true));
  return {
    status: response.statusCode ?? 0,
    heard,
    text: () => text,
    async hears(fits) {
      for (let waited = 0; waited < 15_000; waited += 20) {
        const found = heard.find(fits);
        if (found) return found;
        await after(20);
      }
      throw new Error(`Not heard. What came: ${text.slice(-500)}`);
    },
    async ends() {
      const since = performance.now();
      while (!over && performance.now() - since < 20_000) await after(10);
      if (!over) throw new Error('The stream did not end.');
      return performance.now() - since;
    },
    pause: () => response.socket.pause(),
    leave: () => call.destroy(),
  };
}

function parse(block: string): StreamEvent | null {
  const lines = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]));
  const event = lines.get('event');
  if (event === undefined) return null;
  return { event, id: lines.get('id'), data: JSON.parse(lines.get('data') ?? 'null') as Record<string, unknown> };
}
