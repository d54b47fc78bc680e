import { isIP } from 'node:net';

/** Place of passkeys: the name that they are bound to, and the one address at which they answer. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly origin: string;
  /** Fault of an address at which passkeys do not work: browsers bind them to names, not to IP numbers, and to names by https alone. */
  readonly cannot: 'number' | 'insecure' | null;
}

/** The place of passkeys by PUBLIC_URL. The own machine counts as `localhost`, which browsers trust without https. */
export function passkeyPlace(publicUrl: string): PasskeyPlace {
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)) url.hostname = 'localhost';
  const rpId = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const local = rpId === 'localhost' || rpId.endsWith('.localhost');
  const cannot = isIP(rpId) ? 'number' : url.protocol === 'https:' || local ? null : 'insecure';
  return { rpId, origin: url.origin, cannot };
}
