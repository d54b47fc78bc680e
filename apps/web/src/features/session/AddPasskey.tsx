import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { confirmPasskey, getPasskeys, startPasskey } from '@mfuko/contract/passkeys';
import { getSecondFactor } from '@mfuko/contract/second-factor';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { call } from '../../lib/request.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { useLostCodes } from './useLostCodes.ts';

const MAX_NAME_LENGTH = 40;

interface AddPasskeyProps {
  /** Receives the recovery codes that came with the passkey; empty where some existed before. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Form that asks for a name and has the browser create a passkey. */
export function AddPasskey({ onDone, onCancel }: AddPasskeyProps) {
  const { t } = useTranslation('profile');
  const [name, setName] = useState('');
  const [trouble, setTrouble] = useState<'nameMissing' | 'unused' | 'signInDue' | null>(null);
  const [asking, setAsking] = useState(false);
  const onLost = useLostCodes([getPasskeys, getSecondFactor]);
  const confirm = useRecord(confirmPasskey, {
    refresh: [getPasskeys, getSecondFactor],
    onDone: ({ recoveryCodes }) => {
      showDone(t('passkey.done'));
      onDone(recoveryCodes);
    },
    onError: (error) => (onLost(error) ? onCancel() : showError(error)),
  });
  async function make(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return setTrouble('nameMissing');
    setTrouble(null);
    setAsking(true);
    try {
      const question = await call(startPasskey, {});
      const { createPasskey } = await import('./passkey-browser.ts');
      confirm.mutate({ name: name.trim(), passkey: await createPasskey({ optionsJSON: question }) });
    } catch (error) {
      if (error instanceof CallError && error.problem === 'session.sign-in-due') setTrouble('signInDue');
      else if (error instanceof CallError) showError(error);
      // The browser does not disclose the reason: cancelled, timed out, or this device has a passkey already.
      else setTrouble('unused');
    } finally {
      setAsking(false);
    }
  }
  if (trouble === 'signInDue') return <SignInAgain onCancel={onCancel} />;
  return (
    <form noValidate onSubmit={(event) => void make(event)}>
      <Stack gap="sm">
        <TextInput
          autoFocus
          label={t('passkey.name')}
          description={t('passkey.nameHint')}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setTrouble(null);
          }}
          error={trouble === 'nameMissing' && t('passkey.nameMissing')}
        />
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {trouble === 'unused' && t('passkey.unused')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" loading={asking || confirm.isPending}>
            {t('passkey.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
