import { isIP } from 'node:net';

/** Relying party of passkeys: the name that they are bound to, and the one origin at which they work. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly origin: string;
  /** Reason why passkeys do not work at the address: browsers bind them to names, not to IP addresses, and to names by https only. */
  readonly cannot: 'number' | 'insecure' | null;
}

/** Returns the relying party by PUBLIC_URL. A loopback address counts as `localhost`, which browsers trust without https. */
export function passkeyPlace(publicUrl: string): PasskeyPlace {
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)) url.hostname = 'localhost';
  const rpId = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const local = rpId === 'localhost' || rpId.endsWith('.localhost');
  const cannot = isIP(rpId) ? 'number' : url.protocol === 'https:' || local ? null : 'insecure';
  return { rpId, origin: url.origin, cannot };
}
