import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fieldError } from '@mfuko/contract/field-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faultOf } from '../process/fault.ts';
import { header } from './headers.ts';
import { MalformedInput, Refusal } from './refusal.ts';

export interface ServerEvent {
  readonly event: string;
  /** Id: what the client sends back as `Last-Event-ID` once it has been cut off. */
  readonly id?: string;
  readonly data: unknown;
}

/** An answer that goes on for as long as somebody listens: server-sent events. */
export interface EventStream {
  /** The last event that the client had before it was cut off. */
  readonly lastEventId: string | null;
  /** Aborted once the client has gone, its session has ended, or the server stops. */
  readonly ended: AbortSignal;
  /** Sends one event; resolves once the client has room for the next. After the end it does nothing. */
  send(event: ServerEvent): Promise<void>;
}

/** Patience with a stream, in milliseconds. */
export interface StreamPatience {
  /** A comment is sent that often, so that neither our own time limits nor a proxy's cut a quiet stream. */
  readonly heartbeat: number;
  /** That often it is asked which sessions still stand. */
  readonly sessions: number;
  /** A client that takes nothing for so long is cut off. */
  readonly slow: number;
  /** A stream ends after so long, and its client comes again. */
  readonly longest: number;
}

const PATIENCE: StreamPatience = { heartbeat: 15_000, sessions: 1_000, slow: 30_000, longest: 15 * 60_000 };
const MOST_FOR_ONE_USER = 8;
/** For the client's own next try, where it leaves that to the browser. */
const RETRY_MS = 2_000;
const LAST_WORDS_MS = 2_000;

/** Which of these session tokens still stand. */
export type LiveSessions = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Streams {
  /** Answers a request with a stream, and runs `feed` beside it until it ends. Throws server.too-many-requests. */
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
  readonly since: number;
  beat(): void;
  end(): void;
}

/** Keeps the open streams of this process: their heartbeat, and their end with their session or with the server. */
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
      if (Date.now() - each.since > patience.longest) each.end();
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
      // The database is not there for the moment: it is asked again.
    } finally {
      asking = false;
    }
  }
  // Before the server waits for its connections, or it would wait for ever.
  app.addHook('preClose', async () => {
    stopping = true;
    clearInterval(heart);
    clearInterval(guard);
    for (const each of [...all]) each.end();
  });

  return {
    open(request, reply, { userId, token }, feed) {
      if (stopping) throw new Refusal('server.busy', 'The server is stopping.', { retryAfter: 2 });
      if ([...all].filter((each) => each.userId === userId).length >= MOST_FOR_ONE_USER) {
        throw new Refusal('server.too-many-requests', 'Too many windows are listening already.', { retryAfter: 60 });
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
          // The stream has ended meanwhile: nobody waits for what was written.
          () => undefined,
        );
      };
      const entry: Open = {
        userId,
        token,
        since: Date.now(),
        beat: () => {
          if (!out.writableNeedDrain) void write(': \n\n');
        },
        end: () => {
          if (ended.signal.aborted) return;
          ended.abort();
          out.end();
          // A listener that does not take what is left would hold up a server that stops.
          cutOffAfter(LAST_WORDS_MS);
        },
      };
      // The listener is gone, and asks again on another stream.
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
          if (!ended.signal.aborted) request.log.error({ fault: faultOf(error) }, 'a stream broke');
        })
        .finally(() => entry.end());
      return (
        reply
          .header('Content-Type', 'text/event-stream; charset=utf-8')
          .header('X-Accel-Buffering', 'no')
          // A server that stops waits for no stream's connection to grow idle.
          .header('Connection', 'close')
          .send(out)
      );
    },
  };
}

const TAKES_EVENTS = /\*\/\*|text\/(\*|event-stream)|application\/json/i;

/**
 * A client that can read no events would wait for an answer that never ends. JSON passes: the specification has clients name it at every
 * signed-in request, and the data of an event is JSON.
 */
export function requireEventStream(request: FastifyRequest): void {
  const accept = header(request, 'accept');
  if (!accept || TAKES_EVENTS.test(accept)) return;
  throw new MalformedInput({ Accept: fieldError('event-stream') });
}
