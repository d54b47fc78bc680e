import type { Endpoint } from '@mfuko/contract/endpoint';
import { CallError } from './problems.ts';
import { openStream } from './request.ts';

export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Delay before each retry, in seconds. Random jitter is added, so that a school full of tabs does not reconnect at once. */
const RETRY_SECONDS = [1, 2, 5, 10, 30];
/** The server sends a comment every 15 s: a stream that is silent for longer than this is dead. */
const MAX_SILENCE_MS = 45_000;

/**
 * Listens to an event stream of the API until the returned function is called. An EventSource cannot send our headers, so the events are
 * read from a fetch response. A broken stream is reopened with the id of its last event. A hidden tab closes its stream, and opens it again
 * when it is shown.
 */
export function listenTo(endpoint: Endpoint, onEvent: (event: LiveEvent) => void): () => void {
  let lastEventId: string | null = null;
  let running: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function run(): Promise<void> {
    clearTimeout(retry);
    if (running || document.hidden) return;
    const control = new AbortController();
    running = control;
    let wait = 0;
    try {
      const response = await openStream(endpoint, { signal: control.signal, lastEventId });
      await read(response, control, (event, id) => {
        failures = 0;
        lastEventId = id ?? lastEventId;
        onEvent(event);
      });
    } catch (error) {
      if (error instanceof CallError && error.status !== null) {
        // A 4xx refusal other than 429 is final: a retry helps only where the server asks for one, or had a fault.
        if (error.status < 500 && error.status !== 429) return;
        wait = error.retryAfterSeconds ?? 0;
      }
    } finally {
      if (running === control) running = null;
    }
    if (control.signal.aborted && control.signal.reason === CLOSED) return;
    const pause = Math.max(wait, RETRY_SECONDS[Math.min(failures++, RETRY_SECONDS.length - 1)] ?? 30);
    retry = setTimeout(run, pause * 1_000 * (1 + Math.random() / 2));
  }
  function stop(): void {
    clearTimeout(retry);
    running?.abort(CLOSED);
    running = null;
  }
  function follow(): void {
    if (document.hidden) return stop();
    failures = 0;
    void run();
  }
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', follow);
  void run();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', follow);
    stop();
  };
}

const CLOSED = 'closed';

async function read(
  response: Response,
  control: AbortController,
  onEvent: (event: LiveEvent, id: string | undefined) => void,
): Promise<void> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let text = '';
  try {
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(() => control.abort('silent'), MAX_SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const { event, id, data } = parse(block);
        if (event && data !== undefined) onEvent({ event, data: JSON.parse(data) }, id);
      }
    }
  } finally {
    clearTimeout(silence);
  }
}

function parse(block: string): { event?: string; id?: string; data?: string } {
  const lines = block.split('\n').map((line) => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)] as const;
  });
  return Object.fromEntries(lines);
}
