import type { PaymentsGateway } from '../port.ts';
import { checkCallbackUrl } from './addresses.ts';
import { registered } from './answers.ts';
import type { DarajaApi } from './api.ts';

/** Registration of the URLs for customers' own payments. */
export function createC2b(api: DarajaApi): Pick<PaymentsGateway, 'registerUrls'> {
  return {
    async registerUrls(account, urls) {
      checkCallbackUrl(urls.validationUrl);
      checkCallbackUrl(urls.confirmationUrl);
      const version = urls.phones === 'hashed' ? 'v1' : 'v2';
      const answer = await api.request(account, {
        path: `/mpesa/c2b/${version}/registerurl`,
        body: {
          ShortCode: account.shortCode,
          ResponseType: urls.whenUnreachable,
          ConfirmationURL: urls.confirmationUrl,
          ValidationURL: urls.validationUrl,
        },
        answer: registered,
      });
      return { responseCode: answer.ResponseCode, responseDescription: answer.ResponseDescription };
    },
  };
}
