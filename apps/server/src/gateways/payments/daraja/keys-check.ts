import { randomBytes } from 'node:crypto';
import { type KeysFound, type PasskeyFound, type PaymentAccount, PaymentsError, type StkPushState } from '../port.ts';
import { isNotGranted } from './codes.ts';
import type { Tokens } from './tokens.ts';

/** An STK push that never was: of a day before this program, to a number that nobody has. */
const NO_PUSH = 'ws_CO_01012020000000000254700000000';

/**
 * Judges an app's keys by fetching a token with them. Those that the provider refuses are tried at its other host: keys of the
 * sandbox look like any others.
 */
export async function checkKeys(account: PaymentAccount, here: Tokens, elsewhere: Tokens | null): Promise<KeysFound> {
  try {
    await here.fresh(account);
    return 'good';
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const takes = await elsewhere?.fresh(account).then(
    () => true,
    // Refused there too, or not reached: nothing more is known.
    () => false,
  );
  return takes ? 'elsewhere' : 'refused';
}

/**
 * Judges a passkey by asking for an STK push that never was: no phone rings. The provider looks at the password first, so that any
 * other word than "wrong credentials" says that it is right. That it does is not taken for granted: the same question with a passkey
 * made up must be refused, or nothing is known.
 */
export async function checkPasskey(
  account: PaymentAccount,
  query: (account: PaymentAccount, checkoutRequestId: string) => Promise<StkPushState>,
): Promise<PasskeyFound> {
  const ask = async (lnmPassWord: string): Promise<PasskeyFound> => {
    try {
      await query({ ...account, lnmPassWord }, NO_PUSH);
      return 'good';
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      return readAnswer(error);
    }
  };
  const found = await ask(account.lnmPassWord);
  if (found !== 'good') return found;
  return (await ask(randomBytes(32).toString('hex'))) === 'refused' ? 'good' : 'unknown';
}

function readAnswer(error: PaymentsError): PasskeyFound {
  const said = (words: RegExp) => words.test(error.description);
  if (isNotGranted(error)) return 'not-granted';
  if (said(/invalid (business ?)?short ?code/i)) return 'short-code';
  if (said(/merchant does not exist/i)) return 'no-merchant';
  if (said(/timestamp/i)) return 'clock';
  if (said(/wrong credentials|invalid password/i)) return 'refused';
  // Busy, or away: the same question may be answered later.
  if (error.retry) throw error;
  return 'good';
}

function isRefusal(error: unknown): boolean {
  return error instanceof PaymentsError && !error.retry;
}
