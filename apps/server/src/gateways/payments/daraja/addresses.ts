import { PaymentsError } from '../port.ts';

const HOSTS = ['https://api.safaricom.co.ke', 'https://sandbox.safaricom.co.ke'] as const;

/** The sandbox of production's host, and the other way round; null where it is neither. */
export function otherHostOf(baseUrl: string): string | null {
  const host = baseUrl.replace(/\/+$/, '');
  return HOSTS.some((one) => one === host) ? (HOSTS.find((one) => one !== host) ?? null) : null;
}

/** Safaricom turns away addresses that have one of these in them, in any case. */
const FORBIDDEN = /m-?pesa|safaricom|exec?|cmd|sql|query|ngrok|mockbin|requestbin/i;

/** The word for which the provider would not call this address; null where there is none. */
export function forbiddenWord(url: string): string | null {
  return FORBIDDEN.exec(url.replace(/^https?:\/\//, ''))?.[0].toLowerCase() ?? null;
}

/** Throws PaymentsError where the provider would not call this address back, whoever chose it. */
export function checkCallbackUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new PaymentsError('the callback address is no URL');
  const word = forbiddenWord(url);
  if (word) throw new PaymentsError(`the provider refuses callback addresses with "${word}" in them`);
}

/**
 * Provider addresses: where Safaricom calls from, as many have published it; nothing of its own text says so. A second
 * line, never the first.
 */
export const PROVIDER_ADDRESSES: readonly string[] = [
  ...[200, 206, 207, 208].map((last) => `196.201.214.${last}`),
  ...[44, 114].map((last) => `196.201.213.${last}`),
  ...[69, 74, 127, 129, 136, 138].map((last) => `196.201.212.${last}`),
];

/** Tells whether a caller's address, also in the form of IPv6, is one of `allowed`. */
export function isProviderAddress(address: string, allowed: readonly string[] = PROVIDER_ADDRESSES): boolean {
  return allowed.includes(address.replace(/^::ffff:/i, ''));
}
