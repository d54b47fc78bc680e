import { isUrl } from '../../../lib/is-url.ts';

/** Default port of a reader's computer. */
const USUAL_PORT = '8443';

/** Parses an address as people type it, `gate.lan` or `https://gate.lan:8443/`, into `wss://gate.lan:8443`; null where it is invalid. */
export function readAddress(typed: string): string | null {
  const [, host = '', port = USUAL_PORT] =
    /^(?:(?:wss|https):\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?\/?$/.exec(typed.trim().toLowerCase()) ?? [];
  const url = `wss://${host}:${port}`;
  return host && isUrl(url) ? url : null;
}

/** Returns true where the page's content security policy lets the browser connect to the address. */
export function isAllowed(url: string, origins: readonly string[]): boolean {
  const asked = new URL(url);
  return origins.some((origin) => {
    const allowed = new URL(origin.replace('*.', ''));
    const isOfMany = origin.includes('*.') && asked.hostname.endsWith(`.${allowed.hostname}`);
    return asked.port === allowed.port && (isOfMany || `wss://${asked.host}` === origin.replace(/:443$/, ''));
  });
}

/** Returns the address to prefill: the allowed one, where there is only one. */
export function onlyAddress(origins: readonly string[]): string {
  const [only] = origins;
  return origins.length === 1 && only && !only.includes('*') ? only.replace('wss://', '') : '';
}
