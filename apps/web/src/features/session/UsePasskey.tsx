import { Button, Stack, Text } from '@mantine/core';
import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { showError } from '../../ui/notify.tsx';

interface UsePasskeyProps {
  /** Fetches the challenge that the passkey signs. */
  readonly ask: () => Promise<PasskeyRequestOptions>;
  readonly onProof: (proof: PasskeyProof) => void;
  /** True while the answer is being sent. */
  readonly busy: boolean;
}

/** Button that proves the second factor by a passkey of the device instead of a typed code. */
export function UsePasskey({ ask, onProof, busy }: UsePasskeyProps) {
  const { t } = useTranslation('session');
  const [waiting, setWaiting] = useState(false);
  const [trouble, setTrouble] = useState('');
  async function use() {
    setWaiting(true);
    setTrouble('');
    try {
      const question = await ask();
      const here = question.rpId === window.location.hostname;
      if (!here) return setTrouble(t('passkey.elsewhere', { name: question.rpId }));
      const { answerPasskey } = await import('./passkey-browser.ts');
      onProof(await answerPasskey({ optionsJSON: question }));
    } catch (error) {
      if (error instanceof CallError) showError(error);
      // The browser does not disclose the reason: cancelled, timed out, or no passkey at hand.
      else setTrouble(t('passkey.unused'));
    } finally {
      setWaiting(false);
    }
  }
  return (
    <Stack gap="xs">
      <Button
        size="md"
        fullWidth
        autoFocus
        data-autofocus
        data-mantine-stop-propagation="true"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={waiting || busy}
        onClick={() => void use()}
      >
        {t('passkey.use')}
      </Button>
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {trouble}
      </Text>
    </Stack>
  );
}
