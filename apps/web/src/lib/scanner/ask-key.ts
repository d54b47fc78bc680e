import type { Socket } from './connection.ts';
import { readMessage } from './messages.ts';

const PATIENCE_MS = 8_000;

/** Key of the reader of this device, and its proof that it holds it. */
export interface ReaderKey {
  readonly serialNumber: string;
  readonly publicKey: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };
  /** Signature over `mfuko-reader <serialNumber> <challenge>`. */
  readonly signature: string;
}

/**
 * Asks the scanner service of this device for the key that it signs its captures with. Answers `away` where there is no service, or it
 * serves another page, and `no-key` for one that cannot sign or has no reader.
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
      // The browser forbids the address: as good as no service.
      return settle('away');
    }
    socket.onopen = () => socket?.send(JSON.stringify({ type: 'get-key', challenge }));
    socket.onclose = () => settle('away');
    socket.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message?.kind === 'key') settle(message.key);
      // An older service says that it did not understand; another page, that it is busy.
      if (message?.kind === 'warning') settle(message.text.includes('busy') ? 'away' : 'no-key');
    };
  });
}
