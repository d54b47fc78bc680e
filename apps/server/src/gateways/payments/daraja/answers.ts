import { z } from 'zod';

/** Code as text; the provider sends numbers or text. */
const code = z.coerce.string();

export const registered = z.object({ ResponseCode: code, ResponseDescription: z.string().default('') });

export const pushed = z.object({
  MerchantRequestID: z.string(),
  CheckoutRequestID: z.string().min(1),
  ResponseCode: code,
  ResponseDescription: z.string().default(''),
});

export const stkQueryAnswer = z.object({
  ResponseCode: code,
  ResponseDescription: z.string().default(''),
  ResultCode: code.optional(),
  ResultDesc: z.string().default(''),
});

/** Acknowledgement of a request. The provider misspells the originator's id in some products. */
export const accepted = z
  .object({
    ConversationID: z.string().default(''),
    OriginatorConversationID: z.string().optional(),
    OriginatorCoversationID: z.string().optional(),
    ResponseCode: code,
    ResponseDescription: z.string().default(''),
  })
  .transform(({ OriginatorCoversationID, ...rest }) => ({
    ...rest,
    OriginatorConversationID: rest.OriginatorConversationID ?? OriginatorCoversationID ?? '',
  }));

/** Answer to a pull registration: code 1000 for a new one, 1001 for one that existed. */
export const pullRegistered = z
  .object({
    ResponseStatus: code.optional(),
    ResponseCode: code.optional(),
    ResponseDescription: z.string().default(''),
  })
  .transform((said) => ({ ...said, ResponseCode: said.ResponseStatus ?? said.ResponseCode ?? '' }));

const pulledRow = z.object({
  transactionId: z.string(),
  trxDate: z.string(),
  msisdn: z.coerce.string().default(''),
  billreference: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((text) => String(text ?? '')),
  amount: z.union([z.string(), z.number()]),
});

/** Page of pulled payments: an array in an array, flat in old samples; code 1001 and no rows where there are none. */
export const pulled = z.object({
  ResponseCode: code,
  ResponseDescription: z.string().default(''),
  Response: z
    .array(z.union([pulledRow, z.array(pulledRow)]))
    .nullish()
    .transform((rows) => rows ?? []),
});
