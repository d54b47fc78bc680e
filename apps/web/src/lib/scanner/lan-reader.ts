import { inStore, LAN_READER, signText } from '../device-store.ts';
import type { Socket } from './connection.ts';
import { dialReader } from './lan-socket.ts';

/**
 * Reader at a mini computer of the LAN with which this tablet is paired. The record is stored in IndexedDB, beside the device's own key.
 */
export interface LanReader {
  /** `wss://host:port`. */
  readonly url: string;
  /** Name under which the computer lists this tablet. */
  readonly label: string;
  readonly since: Date;
  /** Thumbprint of the public key (RFC 7638), by which the computer identifies this tablet. */
  readonly tablet: string;
  readonly key: CryptoKey;
}

export async function lanReader(): Promise<LanReader | null> {
  return (await inStore<LanReader | undefined>('readonly', (store) => store.get(LAN_READER))) ?? null;
}

/** Opens a socket to the reader; the service closes it with 4401 where it does not know this tablet. */
export function openLanReader({ url, tablet, key }: LanReader): Socket {
  return dialReader(url, async (reader, nonce) => ({
    type: 'proof',
    tablet,
    signature: await signText(key, `mfuko-tablet ${reader} ${nonce}`),
  }));
}
