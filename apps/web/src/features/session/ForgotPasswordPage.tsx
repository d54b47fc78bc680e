import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { readPhoneNumber } from '@mfuko/contract/phone';
import { forgotPassword, resetPassword } from '@mfuko/contract/profile';
import { seal } from '@mfuko/contract/seal';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { wireKey } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useCountdown } from '../../ui/useCountdown.ts';
import { CodeField } from './CodeField.tsx';
import { Resend } from './Resend.tsx';
import { SignInCard } from './SignInCard.tsx';
import type { CodeSent } from './SignInPage.tsx';

interface ForgotPasswordPageProps {
  /** Called with the phone number once its password was set. */
  readonly onDone: (phone: string) => void;
  /** Link back to the sign-in screen. */
  readonly back: ReactNode;
}

/** Resets a password: step 1 asks for the phone number, step 2 for the code and the new password. */
export function ForgotPasswordPage({ onDone, back }: ForgotPasswordPageProps) {
  const { t } = useTranslation('profile');
  const [sent, setSent] = useState<CodeSent | null>(null);
  const [phone, setPhone] = useState('');
  const asked = useRef('');
  const [wait, setWait] = useCountdown(0);
  const request = useRecord(forgotPassword, {
    onDone: ({ profileSYSID }) => {
      setSent({ phone: asked.current, profileSYSID });
      setWait(30);
      showDone(t('forgot.sent'));
    },
    onError: showError,
  });
  function send(number: string) {
    asked.current = number;
    request.mutate({ userName: seal(wireKey(), 'userName', number) });
  }
  return (
    <SignInCard title={t('forgot.title')} heading={t('forgot.title')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {sent ? t('forgot.sentTo', { phone: sent.phone }) : t('forgot.why')}
        </Text>
        {sent ? (
          <NewPassword key={sent.profileSYSID} sent={sent} onDone={() => onDone(sent.phone)}>
            <Resend wait={wait} busy={request.isPending} onResend={() => send(sent.phone)} />
          </NewPassword>
        ) : (
          <WhoseStep phone={phone} onPhone={setPhone} busy={request.isPending} onSubmit={send} />
        )}
        <Group>{back}</Group>
      </Stack>
    </SignInCard>
  );
}

interface WhoseStepProps {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly busy: boolean;
  /** Receives the number in its stored form. */
  readonly onSubmit: (phone: string) => void;
}

function WhoseStep({ phone, onPhone, busy, onSubmit }: WhoseStepProps) {
  const { t } = useTranslation('profile');
  const { t: say } = useTranslation('session');
  const [wrong, setWrong] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    const number = readPhoneNumber(phone);
    setWrong(number === null);
    if (number !== null) onSubmit(number);
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PhoneField
          label={t('fields.phoneNumber')}
          autoComplete="tel"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          value={phone}
          onChange={(typed) => {
            onPhone(typed);
            setWrong(false);
          }}
          error={wrong && say('phoneWrong')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('forgot.send')}
        </Button>
      </Stack>
    </form>
  );
}

interface NewPasswordProps {
  readonly sent: CodeSent;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

function NewPassword({ sent, onDone, children }: NewPasswordProps) {
  const { t } = useTranslation('profile');
  const { profileSYSID } = sent;
  const form = useContractForm(resetPassword, { profileSYSID, otp: '', password: '', confirmPassword: '' });
  const reset = useRecord(resetPassword, {
    onDone: () => {
      showDone(t('forgot.done'));
      onDone();
    },
    onError: (error) => showRefusal(form, error, { 'session.wrong-code': 'otp' }),
  });
  const secret = (name: 'password' | 'confirmPassword') => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('toggle', { name: t(`fields.${name}`) }), tabIndex: 0 },
  });
  return (
    <FormColumn
      form={form}
      labels={{ otp: t('forgot.code'), password: t('fields.password'), confirmPassword: t('fields.confirmPassword') }}
      onSubmit={(values) => reset.mutate(values)}
      buttons={
        <Button type="submit" loading={reset.isPending}>
          {t('forgot.set')}
        </Button>
      }
    >
      <CodeField form={form} name="otp" label={t('forgot.code')} />
      {children}
      <PasswordInput {...secret('password')} description={t('forgot.hint')} />
      <PasswordInput {...secret('confirmPassword')} />
    </FormColumn>
  );
}
