/** Port of a reader's computer where nobody says otherwise. */
const USUAL_PORT = '8443';

/** Reads an address as people type it, `gate.lan` or `https://gate.lan:8443/`: `wss://gate.lan:8443`. Null where it is none. */
export function readAddress(typed: string): string | null {
  const [, host = '', port = USUAL_PORT] =
    /^(?:(?:wss|https):\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?\/?$/.exec(typed.trim().toLowerCase()) ?? [];
  const url = `wss://${host}:${port}`;
  return host && URL.canParse(url) ? url : null;
}

/** Tells whether the platform lets pages reach that address, as the browser will judge it by the policy of the page. */
export function isAllowed(url: string, origins: readonly string[]): boolean {
  const asked = new URL(url);
  return origins.some((origin) => {
    const allowed = new URL(origin.replace('*.', ''));
    const isOfMany = origin.includes('*.') && asked.hostname.endsWith(`.${allowed.hostname}`);
    return asked.port === allowed.port && (isOfMany || `wss://${asked.host}` === origin.replace(/:443$/, ''));
  });
}

/** The address that goes into an empty form: the only one there is. */
export function onlyAddress(origins: readonly string[]): string {
  const [only] = origins;
  return origins.length === 1 && only && !only.includes('*') ? only.replace('wss://', '') : '';
}
