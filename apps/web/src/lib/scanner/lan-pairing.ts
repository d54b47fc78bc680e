import { base64url, inStore, LAN_READER, makeKeyPair, type PublicKey, signText } from '../device-store.ts';
import type { Socket } from './connection.ts';
import { type LanReader, openLanReader } from './lan-reader.ts';
import { dialReader, NO_WORD } from './lan-socket.ts';

/** Failure of an attempt: the service's close code, or one of `lan-socket.ts`. */
export interface Failure {
  readonly code: number;
  /** Name that the computer gave for itself, where it does not match the address. */
  readonly reason: string;
}

/** Pairs this tablet with the computer at that address by the code that the computer shows, and stores the key. */
export async function pairLanReader(url: string, code: string, label: string): Promise<LanReader | Failure> {
  const { privateKey: key, publicKey } = await makeKeyPair();
  const tablet = await thumbprint(publicKey);
  const failure = await outcome(() =>
    dialReader(url, async (reader, nonce) => {
      const signature = await signText(key, `mfuko-pair ${reader} ${nonce} ${code}`);
      return { type: 'pair', code, publicKey, label, signature };
    }),
  );
  if (failure) return failure;
  const paired: LanReader = { url, label, since: new Date(), tablet, key };
  await inStore('readwrite', (store) => store.put(paired, LAN_READER));
  return paired;
}

/**
 * Checks that the computer responds and knows this tablet; resolves with null where it does. The check does not take the reader away from
 * another page.
 */
export function tryLanReader(reader: LanReader): Promise<Failure | null> {
  return outcome(() => openLanReader(reader));
}

/** Returns to the reader at this machine. The pairing at the computer stays until it is removed there. */
export async function forgetLanReader(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(LAN_READER));
}

function outcome(open: () => Socket): Promise<Failure | null> {
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = open();
    } catch {
      // The browser forbids the address, which is treated like a failed connection.
      return resolve({ code: NO_WORD, reason: '' });
    }
    socket.onopen = () => {
      resolve(null);
      socket.close(1000);
    };
    socket.onclose = ({ code = NO_WORD, reason }) => resolve({ code, reason });
  });
}

async function thumbprint({ crv, kty, x, y }: PublicKey): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  return base64url(await crypto.subtle.digest('SHA-256', text));
}
