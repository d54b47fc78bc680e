import { isIP } from 'node:net';

/**
 * Returns the reason for which production refuses these settings, as a text for the operator; null where they are acceptable. The text
 * contains no values, since some are secrets.
 */
export function weaknessOfProduction(settings: {
  readonly publicUrl: string;
  readonly wireKey: string;
  readonly masterKey: string;
  readonly databaseUrl: string | null;
  readonly poolerUrl: string | null;
}): string | null {
  if (isWeakKey([...settings.wireKey].map((character) => character.codePointAt(0) ?? 0)))
    return 'APP_WIRE_KEY is too simple';
  if (isWeakKey([...Buffer.from(settings.masterKey, 'base64')])) return 'MASTER_KEY is too simple';
  const url = new URL(settings.publicUrl);
  if (url.protocol !== 'https:' && !isPrivateHost(url.hostname)) return 'PUBLIC_URL is a public address without https';
  if (settings.databaseUrl !== null && !isReachedSafely(settings.databaseUrl))
    return 'the database of DATABASE_URL is on another machine and is reached without TLS (sslmode=require, better verify-full)';
  if (settings.poolerUrl !== null && !isReachedSafely(settings.poolerUrl))
    return 'the pooler of DATABASE_POOLER_URL is on another machine and is reached without TLS (sslmode=require, better verify-full)';
  return null;
}

/**
 * Returns true for a key with few different values, or in which most values follow the previous one by the same step. Sixteen random
 * bytes have neither property.
 */
function isWeakKey(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, place) => value - (values[place] ?? 0));
  const commonest = Math.max(...steps.map((step) => steps.filter((other) => other === step).length));
  return new Set(values).size < values.length / 2 || commonest > steps.length / 2;
}

/**
 * Returns true for hosts that strangers cannot reach: this machine, private networks (RFC 1918, RFC 4193), names without a dot,
 * `.local`.
 */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 4) return /^(127|10|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(bare) || bare === '0.0.0.0';
  if (isIP(bare) === 6) return bare === '::' || bare === '::1' || /^(f[cd]|fe[89ab])/i.test(bare);
  return !bare.includes('.') || /\.(local|lan|home\.arpa|internal)$/i.test(bare);
}

/** Returns true for a database on this machine (socket or loopback), or one that is reached with TLS only. */
function isReachedSafely(databaseUrl: string): boolean {
  // The driver too takes a user without a host, as in `postgres://owner@/mfuko?host=/run/postgresql`, and the last `host` of several.
  const url = URL.parse(databaseUrl) ?? URL.parse(databaseUrl.replace('@/', '@localhost/'));
  if (url === null) return false;
  const host = url.searchParams.getAll('host').at(-1) ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || host === 'localhost' || host === '[::1]') return true;
  if (isIP(host) === 4 && host.startsWith('127.')) return true;
  const modes = url.searchParams.getAll('sslmode');
  // In libpq `require` accepts any certificate; this driver verifies the certificate with each of these modes, unless uselibpqcompat is
  // set.
  return (
    modes.length > 0 &&
    modes.every((mode) => ['require', 'verify-ca', 'verify-full'].includes(mode)) &&
    !url.searchParams.has('uselibpqcompat')
  );
}
