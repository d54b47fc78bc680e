import type { IncomingMessage } from 'node:http';

/** Of every answer of a simulator. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Handset CSS: what the phones of all simulators look like. */
export const HANDSET_CSS = new URL('handset.css', import.meta.url);

/** Neither a page from elsewhere nor a name that was bent to this machine may reach it. */
export function isOurs(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}
