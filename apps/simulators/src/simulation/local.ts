import type { IncomingMessage } from 'node:http';

/** Headers of all responses of a simulator. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Style sheet of the handset pages of all simulators. */
export const HANDSET_CSS = new URL('handset.css', import.meta.url);

/** Returns true unless the request comes from a page elsewhere, or was addressed to a foreign name that points at this machine. */
export function isOurs(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}
