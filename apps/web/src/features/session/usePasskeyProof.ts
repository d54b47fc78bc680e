import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';

interface PasskeyAsk {
  /** Fetches the challenge that the passkey signs. */
  readonly ask: () => Promise<PasskeyRequestOptions>;
  readonly onProof: (proof: PasskeyProof) => void;
  /** Called where the server refuses to ask. */
  readonly onRefused: (error: CallError) => void;
}

/** Proves the second factor by a passkey of the device: `use` asks the browser for it, and `trouble` says why there was none. */
export function usePasskeyProof({ ask, onProof, onRefused }: PasskeyAsk) {
  const { t } = useTranslation('session');
  const [waiting, setWaiting] = useState(false);
  const [trouble, setTrouble] = useState('');
  async function use(): Promise<void> {
    setWaiting(true);
    setTrouble('');
    try {
      const question = await ask();
      const here = question.rpId === window.location.hostname;
      if (!here) return setTrouble(t('passkey.elsewhere', { name: question.rpId }));
      const { answerPasskey } = await import('./passkey-browser.ts');
      onProof(await answerPasskey({ optionsJSON: question }));
    } catch (error) {
      if (error instanceof CallError) onRefused(error);
      // The browser does not disclose the reason: cancelled, timed out, or no passkey at hand.
      else setTrouble(t('passkey.unused'));
    } finally {
      setWaiting(false);
    }
  }
  return { use, waiting, trouble };
}
