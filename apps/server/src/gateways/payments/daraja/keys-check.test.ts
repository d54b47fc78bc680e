import { describe, expect, it } from 'vitest';
import { type PaymentAccount, PaymentsError } from '../port.ts';
import { classOfError, pending } from './codes.ts';
import { checkKeys, checkPasskey } from './keys-check.ts';
import type { Tokens } from './tokens.ts';

const ACCOUNT: PaymentAccount = {
  shortCode: '512345',
  lnmShortCode: '512345',
  lnmPassWord: 'the-right-one',
  consumerKey: 'key',
  consumerSecret: 'secret',
  initiator: 'schoolapi',
  securityCredential: '',
};

function refusal(code: string | null, description: string, status = 500): PaymentsError {
  return new PaymentsError('refused', { code, description, ...classOfError(code, description, status) });
}

const WRONG = refusal('500.001.1001', 'Wrong credentials');
const NO_SUCH = refusal('400.002.02', 'Bad Request - Invalid CheckoutRequestID', 400);

/** Simulates M-Pesa with one response to the account's passkey and another to any other passkey. */
function mpesa(right: PaymentsError | null, wrong: PaymentsError | null) {
  const asked: string[] = [];
  const query = async ({ lnmPassWord }: PaymentAccount, checkoutRequestId: string) => {
    asked.push(checkoutRequestId);
    const said = lnmPassWord === ACCOUNT.lnmPassWord ? right : wrong;
    if (said) throw said;
    return { code: null, description: '', outcome: pending };
  };
  return { asked, judge: () => checkPasskey(ACCOUNT, query) };
}

describe('checkPasskey', () => {
  it('returns good when M-Pesa rejects only the request id, and a wrong passkey as wrong credentials', async () => {
    const { asked, judge } = mpesa(NO_SUCH, WRONG);
    expect(await judge()).toBe('good');
    expect(new Set(asked).size).toBe(1);
    expect(await mpesa(null, WRONG).judge()).toBe('good');
    expect(await mpesa(refusal('500.001.1001', 'The transaction does not exist'), WRONG).judge()).toBe('good');
  });

  it('returns unknown when M-Pesa does not name a wrong passkey as wrong credentials', async () => {
    expect(await mpesa(NO_SUCH, NO_SUCH).judge()).toBe('unknown');
    expect(await mpesa(null, null).judge()).toBe('unknown');
    expect(await mpesa(NO_SUCH, refusal('500.001.1001', 'Merchant does not exist')).judge()).toBe('unknown');
  });

  it.each([
    [WRONG, 'refused'],
    [refusal('400.002.02', 'Bad Request - Invalid BusinessShortCode', 400), 'short-code'],
    [refusal('500.001.1001', 'Merchant does not exist'), 'no-merchant'],
    [refusal('400.002.02', 'Bad Request - Invalid Timestamp', 400), 'clock'],
    [refusal('404.001.03', 'Invalid Access Token', 404), 'not-granted'],
    [refusal(null, 'Invalid API call as no apiproduct match found', 401), 'not-granted'],
  ] as const)('classifies %s', async (said, found) => {
    const { asked, judge } = mpesa(said, said);
    expect(await judge()).toBe(found);
    expect(asked).toHaveLength(1);
  });

  it('rethrows the error when M-Pesa is busy', async () => {
    const busy = refusal('500.003.02', 'System is busy. Please try again later.');
    await expect(mpesa(busy, busy).judge()).rejects.toBe(busy);
    // Busy at the second query only.
    await expect(mpesa(NO_SUCH, busy).judge()).rejects.toBe(busy);
  });
});

describe('checkKeys', () => {
  const tokens = (failure: PaymentsError | null): Tokens => {
    const fresh = async () => {
      if (failure) throw failure;
      return 'token';
    };
    return { fresh, of: fresh, after: fresh };
  };
  const BAD = refusal('400.008.01', 'Invalid Authentication passed', 400);

  it('returns good, refused, or elsewhere for keys of the other host', async () => {
    expect(await checkKeys(ACCOUNT, tokens(null), null)).toBe('good');
    expect(await checkKeys(ACCOUNT, tokens(BAD), null)).toBe('refused');
    expect(await checkKeys(ACCOUNT, tokens(BAD), tokens(BAD))).toBe('refused');
    expect(await checkKeys(ACCOUNT, tokens(BAD), tokens(null))).toBe('elsewhere');
    // A response without a body, as the sandbox sends it.
    expect(await checkKeys(ACCOUNT, tokens(refusal(null, '', 400)), null)).toBe('refused');
  });

  it('rethrows when M-Pesa is unreachable and does not ask the other host', async () => {
    const away = new PaymentsError('the provider cannot be reached', { retry: true });
    let sent = 0;
    const other = { ...tokens(null), fresh: async () => String(++sent) };
    await expect(checkKeys(ACCOUNT, tokens(away), other)).rejects.toBe(away);
    expect(sent).toBe(0);
  });
});
