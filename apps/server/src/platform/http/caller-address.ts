import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

declare module 'fastify' {
  interface FastifyRequest {
    /** Address that a request is counted for (`callerOf`). */
    caller: string | null;
  }
}

/** Part of a request that determines its address. */
export interface Connected {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns the client's address. `X-Forwarded-For` is believed from trusted proxies only: it is read from the last entry back to the
 * first that is no trusted proxy. Empty when the address is unknown.
 */
export function addressOf({ socket, headers }: Connected, proxies: readonly string[]): string {
  const words = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = plain(socket.remoteAddress ?? '');
  while (proxies.includes(address) && words.length > 0) address = plain(words.pop() ?? '');
  return isIP(address) === 0 ? '' : address;
}

/**
 * Returns the address that a request is counted for; for IPv6 the /64 network, which belongs to one customer. Null for this machine,
 * and so for all clients behind an unlisted proxy on it: they would be counted as one.
 */
export function callerOf(request: Connected, proxies: readonly string[]): string | null {
  const address = addressOf(request, proxies);
  if (address === '' || isOwn(address) || proxies.includes(address)) return null;
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** Returns true for a loopback address. */
export function isOwn(address: string): boolean {
  return address === '::1' || /^127\./.test(address);
}

/** Normalizes an address: IPv4-mapped IPv6 becomes IPv4, and the zone is removed. */
export function plain(address: string): string {
  return address
    .trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
