import { Button, Stack, Text } from '@mantine/core';
import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { showError } from '../../ui/notify.tsx';
import { usePasskeyProof } from './usePasskeyProof.ts';

interface UsePasskeyProps {
  /** Fetches the challenge that the passkey signs. */
  readonly ask: () => Promise<PasskeyRequestOptions>;
  readonly onProof: (proof: PasskeyProof) => void;
  /** True while the answer is being sent. */
  readonly busy: boolean;
  /** False where the dialog opens by itself, under the keys of a user who types on. */
  readonly focused?: boolean;
}

/** Button that proves the second factor by a passkey of the device instead of a typed code. */
export function UsePasskey({ ask, onProof, busy, focused = true }: UsePasskeyProps) {
  const { t } = useTranslation('session');
  const { use, waiting, trouble } = usePasskeyProof({ ask, onProof, onRefused: showError });
  return (
    <Stack gap="xs">
      <Button
        size="md"
        fullWidth
        autoFocus={focused}
        data-autofocus={focused || undefined}
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
