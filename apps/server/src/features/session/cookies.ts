import type { AppContext } from '../../platform/process/app-context.ts';

type Site = Pick<AppContext, 'config'>;

/** A cookie of ours: its name, whom it is sent to where there is no TLS, and how long it lives. */
interface Cookie {
  readonly name: string;
  readonly path: string;
  readonly seconds: number;
}

/** Name that a cookie goes by: behind https no other host of the domain, and no page without TLS, can plant one of that name. */
export function cookieName({ config }: Site, { name }: Pick<Cookie, 'name'>): string {
  return isSafe(config) ? `__Host-${name}` : name;
}

/** The header that sets a cookie: out of reach of scripts, and of whatever another site makes the browser send. */
export function setCookie(site: Site, { name, path, seconds }: Cookie, value: string): string {
  // The prefix asks for the whole host.
  const where = isSafe(site.config) ? '/' : path;
  const secure = isSafe(site.config) ? '; Secure' : '';
  return `${cookieName(site, { name })}=${value}; Path=${where}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

function isSafe({ publicUrl }: Site['config']): boolean {
  return publicUrl.startsWith('https:');
}
