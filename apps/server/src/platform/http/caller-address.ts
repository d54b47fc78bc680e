import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller: the address that a request is counted for (`callerOf`). */
    caller: string | null;
  }
}

/** Connection of a request, as far as its address goes. */
export interface Connected {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/**
 * Address of who calls. A proxy of ours is believed what it says in `X-Forwarded-For`, from the last word back to the first that is
 * no proxy of ours; nobody else's word counts. Empty where it is not to be told.
 */
export function addressOf({ socket, headers }: Connected, proxies: readonly string[]): string {
  const words = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = plain(socket.remoteAddress ?? '');
  while (proxies.includes(address) && words.length > 0) address = plain(words.pop() ?? '');
  return isIP(address) === 0 ? '' : address;
}

/**
 * Address for which a request is counted: of IPv6 the network of 64 bits, which is one customer's. Null for this machine itself, and
 * so for all who come by a proxy on it that nobody has named: they would be one.
 */
export function callerOf(request: Connected, proxies: readonly string[]): string | null {
  const address = addressOf(request, proxies);
  if (address === '' || isOwn(address) || proxies.includes(address)) return null;
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** Own: an address of this machine. */
export function isOwn(address: string): boolean {
  return address === '::1' || /^127\./.test(address);
}

/** IPv4 in the form of IPv6 is IPv4; a zone is no part of an address. */
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
