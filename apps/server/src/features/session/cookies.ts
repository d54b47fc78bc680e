import type { AppContext } from '../../platform/process/app-context.ts';

type Site = Pick<AppContext, 'config'>;

/** Name of a cookie, the path it is sent to where there is no TLS, and its lifetime. */
interface Cookie {
  readonly name: string;
  readonly path: string;
  readonly seconds: number;
}

/**
 * Returns a cookie's full name. Behind https the prefix `__Host-` prevents that another host of the domain, or a page without TLS, sets a
 * cookie of that name.
 */
export function cookieName({ config }: Site, { name }: Pick<Cookie, 'name'>): string {
  return isSafe(config) ? `__Host-${name}` : name;
}

/**
 * Returns the header that sets a cookie, which scripts cannot read and which the browser does not send with requests from other sites.
 */
export function setCookie(site: Site, { name, path, seconds }: Cookie, value: string): string {
  // The prefix `__Host-` requires the path `/`.
  const where = isSafe(site.config) ? '/' : path;
  const secure = isSafe(site.config) ? '; Secure' : '';
  return `${cookieName(site, { name })}=${value}; Path=${where}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

function isSafe({ publicUrl }: Site['config']): boolean {
  return publicUrl.startsWith('https:');
}
