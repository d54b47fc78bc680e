import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fieldError } from '@mfuko/contract/field-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faultOf } from '../process/fault.ts';
import { header } from './headers.ts';
import { MalformedInput, Refusal } from './refusal.ts';

export interface ServerEvent {
  readonly event: string;
  /** Event id, which the client sends back as `Last-Event-ID` when it reconnects. */
  readonly id?: string;
  readonly data: unknown;
}

/** Response of server-sent events, open for as long as the client listens. */
export interface EventStream {
  /** Id of the last event that the client received before it was disconnected. */
  readonly lastEventId: string | null;
  /** Aborted when the client has disconnected, its session has ended, or the server stops. */
  readonly ended: AbortSignal;
  /** Sends one event; resolves when the client is ready for the next. Does nothing after the end. */
  send(event: ServerEvent): Promise<void>;
}

/** Intervals and timeouts of a stream, in milliseconds. */
export interface StreamPatience {
  /** Interval of a comment line that keeps our own timeouts and those of proxies from closing a quiet stream. */
  readonly heartbeat: number;
  /** Interval at which the sessions of open streams are checked. */
  readonly sessions: number;
  /** Timeout after which a client that reads nothing is disconnected. */
  readonly slow: number;
  /** Maximum duration of a stream; its client reconnects. */
  readonly longest: number;
}

const PATIENCE: StreamPatience = { heartbeat: 15_000, sessions: 1_000, slow: 30_000, longest: 15 * 60_000 };
const MAX_PER_USER = 8;
/** Reconnect delay for clients that leave reconnecting to the browser. */
const RETRY_MS = 2_000;
const LAST_WORDS_MS = 2_000;

/** Returns those session tokens that are still valid. */
export type LiveSessions = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Streams {
  /** Responds with a stream, and runs `feed` until it ends. Throws server.too-many-requests. */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    who: { readonly userId: string; readonly token: string },
    feed: (stream: EventStream) => Promise<void>,
  ): FastifyReply;
}

interface Open {
  readonly userId: string;
  readonly token: string;
  /** Milliseconds that no change of the clock moves. */
  readonly since: number;
  beat(): void;
  end(): void;
}

/** Manages the open streams of this process: their heartbeat, and their end with the session or the server. */
export function keepStreams(
  app: FastifyInstance,
  liveSessions: LiveSessions,
  patience: StreamPatience = PATIENCE,
): Streams {
  const all = new Set<Open>();
  let asking = false;
  let stopping = false;

  const heart = setInterval(() => {
    for (const each of all) {
      if (performance.now() - each.since > patience.longest) each.end();
      else each.beat();
    }
  }, patience.heartbeat);
  const guard = setInterval(() => void endDeadSessions(), patience.sessions);
  async function endDeadSessions(): Promise<void> {
    if (all.size === 0 || asking) return;
    asking = true;
    try {
      const asked = [...all];
      const live = await liveSessions([...new Set(asked.map(({ token }) => token))]);
      for (const each of asked) if (!live.has(each.token)) each.end();
    } catch {
      // The database is unavailable for the moment; the check runs again at the next interval.
    } finally {
      asking = false;
    }
  }
  // Runs before the server waits for its connections, which would otherwise never close.
  app.addHook('preClose', async () => {
    stopping = true;
    clearInterval(heart);
    clearInterval(guard);
    for (const each of [...all]) each.end();
  });

  return {
    open(request, reply, { userId, token }, feed) {
      if (stopping) throw new Refusal('server.busy', 'The server is stopping.', { retryAfter: 2 });
      if ([...all].filter((each) => each.userId === userId).length >= MAX_PER_USER) {
        throw new Refusal('server.too-many-requests', 'Too many windows are already open.', { retryAfter: 60 });
      }
      const out = new PassThrough();
      const ended = new AbortController();
      let cut: NodeJS.Timeout | undefined;
      const cutOffAfter = (ms: number) => {
        clearTimeout(cut);
        cut = setTimeout(() => request.raw.socket.destroy(), ms);
      };
      const write = async (text: string): Promise<void> => {
        if (ended.signal.aborted || out.write(text)) return;
        cutOffAfter(patience.slow);
        await once(out, 'drain', { signal: ended.signal }).then(
          () => clearTimeout(cut),
          // The stream has ended meanwhile, so the rest need not be delivered.
          () => undefined,
        );
      };
      const entry: Open = {
        userId,
        token,
        since: performance.now(),
        beat: () => {
          if (!out.writableNeedDrain) void write(': \n\n');
        },
        end: () => {
          if (ended.signal.aborted) return;
          ended.abort();
          out.end();
          // A client that does not read the rest would delay the shutdown of the server.
          cutOffAfter(LAST_WORDS_MS);
        },
      };
      // The client has disconnected and will reconnect with a new stream.
      out.on('error', () => entry.end());
      out.on('close', () => {
        clearTimeout(cut);
        all.delete(entry);
        ended.abort();
      });
      all.add(entry);
      void write(`retry: ${RETRY_MS}\n\n`);
      const stream: EventStream = {
        lastEventId: header(request, 'last-event-id')?.trim() || null,
        ended: ended.signal,
        send: ({ event, id, data }) =>
          write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
      };
      feed(stream)
        .catch((error: Error) => {
          if (!ended.signal.aborted) request.log.error({ fault: faultOf(error) }, 'an event stream failed');
        })
        .finally(() => entry.end());
      return (
        reply
          .header('Content-Type', 'text/event-stream; charset=utf-8')
          .header('X-Accel-Buffering', 'no')
          // Closes the connection with the stream, so that a stopping server does not wait for it to become idle.
          .header('Connection', 'close')
          .send(out)
      );
    },
  };
}

const TAKES_EVENTS = /\*\/\*|text\/(\*|event-stream)|application\/json/i;

/**
 * Throws MalformedInput for a client that cannot read events: it would wait for a response that never ends. JSON is accepted, because
 * the specification makes clients name it in every signed-in request, and the data of an event is JSON.
 */
export function requireEventStream(request: FastifyRequest): void {
  const accept = header(request, 'accept');
  if (!accept || TAKES_EVENTS.test(accept)) return;
  throw new MalformedInput({ Accept: fieldError('event-stream') });
}
