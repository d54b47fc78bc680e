import { randomBytes } from 'node:crypto';
import { type KeysFound, type PasskeyFound, type PaymentAccount, PaymentsError, type StkPushState } from '../port.ts';
import { isNotGranted } from './codes.ts';
import type { Tokens } from './tokens.ts';

/** Id of an STK push that never existed: dated before this program, to an unassigned number. */
const NO_PUSH = 'ws_CO_01012020000000000254700000000';

/**
 * Checks an app's keys by fetching a token. Keys that the provider refuses are tried at its other host, since keys of the sandbox look
 * the same as those of production.
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
    // Refused there too, or unreachable: nothing more can be said.
    () => false,
  );
  return takes ? 'elsewhere' : 'refused';
}

/**
 * Checks a passkey by querying an STK push that never existed, so that no phone rings. The provider checks the password first, so any
 * answer but "wrong credentials" means a correct passkey. To confirm that, the same query with a random passkey must be refused;
 * otherwise the result is `unknown`.
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
  // Busy or unavailable: the same query may be answered later.
  if (error.retry) throw error;
  return 'good';
}

function isRefusal(error: unknown): boolean {
  return error instanceof PaymentsError && !error.retry;
}
