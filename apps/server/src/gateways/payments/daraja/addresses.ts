import { PaymentsError } from '../port.ts';

/** Safaricom turns away addresses that have one of these in them, in any case. */
const FORBIDDEN = /m-?pesa|safaricom|exec?|cmd|sql|query|ngrok|mockbin|requestbin/i;

/** Throws PaymentsError where the provider would not call this address back, whoever chose it. */
export function checkCallbackUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new PaymentsError('the callback address is no URL');
  const word = FORBIDDEN.exec(url.replace(/^https?:\/\//, ''));
  if (word) throw new PaymentsError(`the provider refuses callback addresses with "${word[0].toLowerCase()}" in them`);
}
