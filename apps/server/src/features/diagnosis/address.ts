import type { Config } from '../../config.ts';
import { forbiddenWord } from '../../gateways/payments/index.ts';
import { isPrivateHost } from '../../production.ts';
import { type Found, failed, passed } from './rules.ts';

/** Environment of the configured provider: a simulator on this machine, the sandbox, or production and anything else. */
export type Reach = 'here' | 'sandbox' | 'production';

export function reachOf({ provider, baseUrl }: Config['payments']): Reach {
  if (provider === 'simulator') return 'here';
  const { hostname } = new URL(baseUrl);
  if (hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]') return 'here';
  return hostname.startsWith('sandbox.') ? 'sandbox' : 'production';
}

/** Judges the base address of the provider's callbacks: the provider must accept it and be able to reach it. */
export function judgeAddress(publicUrl: string, reach: Reach): Found {
  const word = forbiddenWord(publicUrl);
  if (word !== null) return failed('address.forbidden-word', { address: publicUrl, word });
  if (reach === 'here') return passed();
  const { protocol, hostname } = new URL(publicUrl);
  if (isPrivateHost(hostname)) return failed('address.not-public', { address: publicUrl });
  // The sandbox accepts http too.
  if (reach === 'production' && protocol !== 'https:') return failed('address.not-https', { address: publicUrl });
  return passed();
}
