import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isOwn, plain } from '../http/caller-address.ts';
import { Refusal } from '../http/refusal.ts';

/** Headers with which a proxy identifies the original client. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'];

/**
 * Admits a reader of the metrics: one with METRICS_TOKEN; without that setting, this machine itself, if the server listens on loopback
 * only. Requests forwarded by a proxy come from this machine too, and are refused by their proxy headers and host name. Throws
 * session.none for a wrong token, and call.unknown where no access is configured.
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
  throw new Refusal('call.unknown', 'This call does not exist.');
}

/** Hashes the text: timingSafeEqual requires equal lengths. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isOfThisMachine(host: string): boolean {
  return host === 'localhost' || isOwn(host.replace(/^\[|\]$/g, ''));
}
