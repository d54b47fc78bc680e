import { PaymentsError } from '../port.ts';

const HOSTS = ['https://api.safaricom.co.ke', 'https://sandbox.safaricom.co.ke'] as const;

/** Returns the sandbox for the production host, and vice versa; null for any other host. */
export function otherHostOf(baseUrl: string): string | null {
  const host = baseUrl.replace(/\/+$/, '');
  return HOSTS.some((one) => one === host) ? (HOSTS.find((one) => one !== host) ?? null) : null;
}

/** Words that Safaricom refuses in callback URLs, in any case. */
const FORBIDDEN = /m-?pesa|safaricom|exec?|cmd|sql|query|ngrok|mockbin|requestbin/i;

/** Returns the word for which the provider would refuse this URL; null where there is none. */
export function forbiddenWord(url: string): string | null {
  return FORBIDDEN.exec(url.replace(/^https?:\/\//, ''))?.[0].toLowerCase() ?? null;
}

/** Throws PaymentsError where the provider would refuse this callback URL. */
export function checkCallbackUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new PaymentsError('the callback address is no URL');
  const word = forbiddenWord(url);
  if (word) throw new PaymentsError(`the provider refuses callback addresses with "${word}" in them`);
}

/**
 * Addresses from which Safaricom calls, as published by many developers but not in Safaricom's own documentation. Use them only as a
 * second line of defence.
 */
export const PROVIDER_ADDRESSES: readonly string[] = [
  ...[200, 206, 207, 208].map((last) => `196.201.214.${last}`),
  ...[44, 114].map((last) => `196.201.213.${last}`),
  ...[69, 74, 127, 129, 136, 138].map((last) => `196.201.212.${last}`),
];

/** Returns true if a caller's address, possibly IPv4-mapped, is in `allowed`. */
export function isProviderAddress(address: string, allowed: readonly string[] = PROVIDER_ADDRESSES): boolean {
  return allowed.includes(address.replace(/^::ffff:/i, ''));
}
