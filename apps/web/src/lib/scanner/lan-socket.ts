import type { Socket } from './connection.ts';

/** Timeout for the connection and the authentication of this page; a computer that is switched off may not respond for minutes. */
const PATIENCE_MS = 10_000;
/** Close code of our own: the computer's name differs from the address. The close reason is the computer's name for itself. */
export const OTHER_NAME = 4000;
/** Close code where the service sent none: the connection failed or broke. */
export const NO_WORD = 1006;

/** Dialled socket, with the handlers that the page sets. */
export interface Dialed extends Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { reason: string; code?: number }) => void) | null;
  onerror: (() => void) | null;
}

/** Creates the frame by which a page authenticates, from the computer's name and nonce. */
export type Proof = (reader: string, nonce: string) => Promise<object>;

/**
 * Opens a socket to the reader at a mini computer. The socket counts as open once the service has authenticated this page, and carries the
 * ordinary frames from then on. The page signs only for the computer whose address it dialled: another computer could relay the nonce.
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
    // A failed signature ends the connection, which is reported like a broken one.
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
    // A frame that is not JSON does not belong to the protocol.
    return {};
  }
}
