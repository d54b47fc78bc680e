import { z } from 'zod';
import { type CustomerPayment, phoneHash } from '../../gateways/payments/index.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import { openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Payer of a payment, as far as the provider reported them. */
export interface Payer {
  readonly name: string | null;
  readonly phone: CustomerPayment['phone'];
}

/** Returns the digest by which the STK pushes of one phone are found; without the key it reveals nothing. */
export function pushDigest(context: Pick<AppContext, 'keys'>, schoolId: string, mobileNumber: string): Buffer {
  return context.keys.digest('stk-push-phone', `${schoolId}:${mobileNumber}`);
}

export const NOBODY: Payer = { name: null, phone: { form: 'none', text: '' } };

const form = z.object({
  name: z.string().nullable(),
  phone: z.object({ form: z.enum(['plain', 'masked', 'hashed', 'none']), text: z.string() }),
});

/** Returns the payer with a number that is known whole, or not at all. */
export function payerOf(phone: string | null, name: string | null = null): Payer {
  return phone === null ? { ...NOBODY, name } : { name, phone: { form: 'plain', text: phone } };
}

export async function sealPayer(tx: ReadTx, context: AppContext, receipt: string, payer: Payer): Promise<Buffer> {
  return sealWith(await context.keys.ofSchool(tx), sealContext(tx, receipt), Buffer.from(JSON.stringify(payer)));
}

export async function openPayer(
  tx: ReadTx,
  context: Pick<AppContext, 'keys'>,
  receipt: string,
  sealed: Buffer | null,
): Promise<Payer> {
  if (!sealed) return NOBODY;
  const text = openWith(await context.keys.ofSchool(tx), sealContext(tx, receipt), sealed).toString('utf8');
  return form.parse(JSON.parse(text));
}

function sealContext(tx: ReadTx, receipt: string): string {
  return `payer:${tx.schoolId}:${receipt}`;
}

/** Returns the SHA-256 of the payer's number (2547…), or null where it is unknown. */
export function hashOfPayer({ phone }: Payer): string | null {
  if (phone.form === 'hashed') return phone.text;
  return phone.form === 'plain' ? phoneHash(phone.text) : null;
}

/** Returns the first and last digits of the payer's number, as lists show them. */
export function shownPhone({ phone }: Payer): string | null {
  if (phone.form === 'plain') return maskedPhone(phone.text);
  return phone.form === 'masked' ? phone.text.replace(/[\s*]+/g, '…') : null;
}
