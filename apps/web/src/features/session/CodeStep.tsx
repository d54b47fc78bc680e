import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../lib/config.ts';
import { CallError } from '../../lib/problems.ts';
import type { Session } from '../../lib/session.ts';
import { showDone, showError, showNotice } from '../../ui/notify.tsx';
import { sendCode, submitCode } from './queries.ts';
import type { CodeSent } from './SignInPage.tsx';
import { useCountdown } from './useCountdown.ts';

const RESEND_AFTER = 30;

interface CodeStepProps {
  readonly sent: CodeSent;
  readonly onSent: (sent: CodeSent) => void;
  readonly onBack: () => void;
  readonly onSignedIn: (session: Session) => void;
}

export function CodeStep({ sent, onSent, onBack, onSignedIn }: CodeStepProps) {
  const { t } = useTranslation('session');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown(RESEND_AFTER);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(code === '');
    if (code === '') return field.current?.focus();
    setBusy(true);
    try {
      const session = await submitCode(code, sent.profileSYSID);
      if (session) return onSignedIn(session);
      showNotice(t('parent'), '');
      onBack();
    } catch (error) {
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
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('codeSentTo', { phone: sent.phone })}
        </Text>
        <TextInput
          ref={field}
          label={t('code')}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          required
          withAsterisk={false}
          value={code}
          // A pasted message or "123 456" is as good as the bare digits.
          onChange={(event) => {
            setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, config().otpDigits));
            setMissing(false);
          }}
          error={missing && t('codeMissing')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('submitCode')}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('otherNumber')}
          </Anchor>
          {wait > 0 ? (
            <Text size="sm" c="dimmed">
              {t('resendIn', { count: wait })}
            </Text>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={() => void resend()}>
              {t('resend')}
            </Anchor>
          )}
        </Group>
      </Stack>
    </form>
  );
}
