import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isOwn, plain } from '../http/caller-address.ts';
import { Refusal } from '../http/refusal.ts';

/** Headers by which a proxy says for whom it asks. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'];

/**
 * Lets in whoever may read the metrics: who brings METRICS_TOKEN; where none is set, this machine itself, of a server that nobody else reaches.
 * Calls that a proxy hands on come from this machine as well, and are refused by the proxy's headers and by the name they asked for.
 * Throws session.none for a wrong token, and call.unknown where there is nothing to be had.
 */
export function requireReader(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  { metricsToken, host }: Pick<Config, 'metricsToken' | 'host'>,
): void {
  if (metricsToken !== null) {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (timingSafeEqual(digestOf(given), digestOf(metricsToken))) return;
    throw new Refusal('session.none', 'Send the token of METRICS_TOKEN as a bearer token.');
  }
  const named = (headers.host ?? '').replace(/:\d+$/, '');
  const mine = isOfThisMachine(host) && isOwn(plain(socket.remoteAddress ?? '')) && isOfThisMachine(named);
  if (mine && OF_PROXIES.every((name) => headers[name] === undefined)) return;
  throw new Refusal('call.unknown', 'There is no such call.');
}

/** Digests are of one length, which a comparison in constant time asks for. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isOfThisMachine(host: string): boolean {
  return host === 'localhost' || isOwn(host.replace(/^\[|\]$/g, ''));
}
