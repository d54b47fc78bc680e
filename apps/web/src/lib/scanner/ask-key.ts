import type { Socket } from './connection.ts';
import { readMessage } from './messages.ts';

const PATIENCE_MS = 8_000;

/** Key of this device's reader, with a proof of possession. */
export interface ReaderKey {
  readonly serialNumber: string;
  readonly publicKey: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };
  /** Signature over `mfuko-reader <serialNumber> <challenge>`. */
  readonly signature: string;
}

/**
 * Asks this device's scanner service for the public key of its capture signatures. Resolves with `away` where there is no service, or it
 * serves another page, and with `no-key` where it cannot sign or has no reader.
 */
export function askKey(open: () => Socket, challenge: string): Promise<ReaderKey | 'away' | 'no-key'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle('no-key'), PATIENCE_MS);
    let socket: Socket | undefined;
    function settle(answer: ReaderKey | 'away' | 'no-key'): void {
      clearTimeout(timer);
      resolve(answer);
      if (!socket) return;
      socket.onclose = null;
      socket.close(1000);
    }
    try {
      socket = open();
    } catch {
      // The browser forbids the address, which is treated like a missing service.
      return settle('away');
    }
    socket.onopen = () => socket?.send(JSON.stringify({ type: 'get-key', challenge }));
    socket.onclose = () => settle('away');
    socket.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message?.kind === 'key') settle(message.key);
      // An older service warns that it did not understand the message; a service that serves another page warns that it is busy.
      if (message?.kind === 'warning') settle(message.text.includes('busy') ? 'away' : 'no-key');
    };
  });
}
