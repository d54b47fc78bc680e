import type { PaymentsGateway } from '../port.ts';
import type { DarajaApi } from './api.ts';
import { toShillings } from './forms.ts';

/** Commands of the account's API operator, whose results arrive at a callback URL. */
export function createCommands(
  api: DarajaApi,
): Pick<PaymentsGateway, 'askTransaction' | 'payOut' | 'askBalance' | 'reverse'> {
  return {
    askTransaction(account, which, replyTo) {
      const body = {
        Initiator: account.initiator,
        CommandID: 'TransactionStatusQuery',
        ...('receipt' in which
          ? { TransactionID: which.receipt }
          : { OriginalConversationID: which.originatorConversationId }),
        PartyA: account.shortCode,
        IdentifierType: '4',
        Remarks: 'ok',
        Occasion: 'ok',
      };
      return api.command(account, '/mpesa/transactionstatus/v1/query', body, replyTo);
    },

    async payOut(account, payment, replyTo) {
      const body = {
        OriginatorConversationID: payment.id,
        InitiatorName: account.initiator,
        CommandID: 'BusinessPayment',
        Amount: toShillings(payment.amount),
        PartyA: account.shortCode,
        PartyB: payment.phone,
        Remarks: payment.remarks,
        // The provider's spelling in this call.
        Occassion: payment.occasion,
      };
      return api.command(account, '/mpesa/b2c/v3/paymentrequest', body, replyTo);
    },

    askBalance(account, replyTo) {
      const body = {
        Initiator: account.initiator,
        CommandID: 'AccountBalance',
        PartyA: account.shortCode,
        IdentifierType: '4',
        Remarks: 'ok',
      };
      return api.command(account, '/mpesa/accountbalance/v1/query', body, replyTo);
    },

    async reverse(account, payment, replyTo) {
      const body = {
        Initiator: account.initiator,
        CommandID: 'TransactionReversal',
        TransactionID: payment.receipt,
        Amount: toShillings(payment.amount),
        ReceiverParty: account.shortCode,
        // The provider's spelling.
        RecieverIdentifierType: '11',
        Remarks: payment.remarks,
      };
      return api.command(account, '/mpesa/reversal/v1/request', body, replyTo);
    },
  };
}
