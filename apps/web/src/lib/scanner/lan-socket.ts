import type { Socket } from './connection.ts';

/** Time for the computer to be reached and to believe this page; one that is away may say nothing for minutes. */
const PATIENCE_MS = 10_000;
/** Close code of our own: the computer calls itself otherwise than the address does. The reason is its name for itself. */
export const OTHER_NAME = 4000;
/** Close code without a word of the service: there was no connection, or it broke. */
export const NO_WORD = 1006;

/** Dialed: the socket as the page hears it. */
export interface Dialed extends Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { reason: string; code?: number }) => void) | null;
  onerror: (() => void) | null;
}

/** Frame by which a page proves itself, once it knows the computer's name and its question of the moment. */
export type Proof = (reader: string, nonce: string) => Promise<object>;

/**
 * Opens a socket to the reader at a mini computer. It counts as open once the service believes this page, and carries the ordinary
 * frames from then on. The page signs for the computer that it has dialed alone: another one could hand the question on.
 */
export function dialReader(url: string, prove: Proof): Socket {
  const real = new WebSocket(url);
  const socket: Dialed = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (frame) => real.send(frame),
    close(code, reason) {
      clearTimeout(timer);
      real.close(code, reason);
    },
  };
  const timer = setTimeout(() => end(NO_WORD, ''), PATIENCE_MS);
  function end(code: number, reason: string): void {
    clearTimeout(timer);
    real.onmessage = real.onclose = null;
    real.close();
    socket.onclose?.({ code, reason });
  }
  async function answer(nonce: string, reader: string): Promise<void> {
    if (reader !== new URL(url).hostname) return end(OTHER_NAME, reader.slice(0, 100));
    const frame = JSON.stringify(await prove(reader, nonce));
    if (real.readyState === WebSocket.OPEN) real.send(frame);
  }
  function hearFirst({ data }: { data: unknown }): void {
    const { type, nonce, reader } = read(data);
    // A proof that could not be made ends the connection, which is told like one that broke.
    if (type === 'prove') answer(String(nonce), String(reader)).catch(() => end(NO_WORD, ''));
    if (type !== 'proved' && type !== 'paired') return;
    clearTimeout(timer);
    real.onmessage = (event) => socket.onmessage?.(event);
    socket.onopen?.();
  }
  real.onmessage = hearFirst;
  real.onclose = ({ code, reason }) => {
    clearTimeout(timer);
    socket.onclose?.({ code, reason });
  };
  real.onerror = () => socket.onerror?.();
  return socket;
}

function read(frame: unknown): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(frame)));
  } catch {
    // A frame that is no JSON is none of the protocol's.
    return {};
  }
}
