import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { readBackupCode } from '@mfuko/contract/backup-codes';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import type { Session } from '../../lib/session.ts';
import { showDone, showError, showNotice } from '../../ui/notify.tsx';
import { useCountdown } from '../../ui/useCountdown.ts';
import { type FactorWays, factorWays } from './factor-ways.ts';
import { sendCode, submitCode } from './queries.ts';
import { Resend } from './Resend.tsx';
import type { CodeSent } from './SignInPage.tsx';

const RESEND_AFTER = 30;
/** Input limit: eight characters plus separators that people type. */
const MAX_TYPED_LENGTH = 24;

interface CodeStepProps {
  readonly sent: CodeSent;
  /** True where a backup code is asked for instead of the code from the SMS. */
  readonly backup: boolean;
  readonly onBackup: (backup: boolean) => void;
  readonly onSent: (sent: CodeSent) => void;
  readonly onBack: () => void;
  /** Called where the code is right and the user has a second factor. */
  readonly onFactor: (otp: string, ways: FactorWays) => void;
  readonly onSignedIn: (session: Session) => void;
}

export function CodeStep({ sent, backup, onBackup, onSent, onBack, onFactor, onSignedIn }: CodeStepProps) {
  const { t } = useTranslation('session');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown(RESEND_AFTER);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one with each kind of code
  useEffect(() => {
    field.current?.focus();
  }, [backup]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const otp = backup ? readBackupCode(code) : code;
    setMissing(!otp);
    if (!otp) return field.current?.focus();
    setBusy(true);
    try {
      const session = await submitCode(otp, sent.profileSYSID);
      if (session) return onSignedIn(session);
      showNotice(t('parent'), '');
      onBack();
    } catch (error) {
      if (error instanceof CallError && error.problem === 'session.second-factor')
        return onFactor(otp, factorWays(error));
      showError(error);
      setCode('');
      setBusy(false);
      field.current?.focus();
      if (error instanceof CallError && error.problem === 'session.parent') onBack();
    }
  }
  async function resend() {
    try {
      onSent({ ...sent, profileSYSID: await sendCode(sent.phone) });
      showDone(t('codeSent'));
      setWait(RESEND_AFTER);
      setCode('');
    } catch (error) {
      showError(error);
      if (error instanceof CallError && error.retryAfterSeconds) setWait(error.retryAfterSeconds);
    }
    field.current?.focus();
  }
  function change(typed: string) {
    // A pasted message or "123 456" is accepted like the bare digits.
    setCode(backup ? typed.slice(0, MAX_TYPED_LENGTH) : typed.replace(/\D/g, '').slice(0, config().otpDigits));
    setMissing(false);
  }
  function swap() {
    setCode('');
    setMissing(false);
    onBackup(!backup);
  }
  const same = {
    ref: field,
    size: 'md',
    required: true,
    withAsterisk: false,
    value: code,
    onChange: (event: { currentTarget: HTMLInputElement }) => change(event.currentTarget.value),
  } as const;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {backup ? t('backup.hint', { phone: sent.phone }) : t('codeSentTo', { phone: sent.phone })}
        </Text>
        {backup ? (
          <TextInput
            key="backup"
            {...same}
            label={t('backup.label')}
            name="backupCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX"
            error={missing && t('backup.missing')}
          />
        ) : (
          <TextInput
            key="otp"
            {...same}
            label={t('code')}
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={missing && t('codeMissing')}
          />
        )}
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t(backup ? 'backup.submit' : 'submitCode')}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('otherNumber')}
          </Anchor>
          {!backup && <Resend wait={wait} onResend={() => void resend()} />}
        </Group>
        <Anchor component="button" type="button" size="sm" onClick={swap} w="fit-content">
          {t(backup ? 'backup.useSms' : 'backup.use')}
        </Anchor>
      </Stack>
    </form>
  );
}
