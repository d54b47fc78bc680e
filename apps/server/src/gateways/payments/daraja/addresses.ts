import { PaymentsError } from '../port.ts';

/** Safaricom turns away addresses that have one of these in them, in any case. */
const FORBIDDEN = /m-?pesa|safaricom|exec?|cmd|sql|query|ngrok|mockbin|requestbin/i;

/** Throws PaymentsError where the provider would not call this address back, whoever chose it. */
export function checkCallbackUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new PaymentsError('the callback address is no URL');
  const word = FORBIDDEN.exec(url.replace(/^https?:\/\//, ''));
  if (word) throw new PaymentsError(`the provider refuses callback addresses with "${word[0].toLowerCase()}" in them`);
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
