import { Button, Stack } from '@mantine/core';
import { confirmProfileChange, getProfile, type Profile, requestProfileCode } from '@mfuko/contract/profile';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { useCountdown } from '../../ui/useCountdown.ts';
import { CodeField } from './CodeField.tsx';
import { Resend } from './Resend.tsx';

/** Change that needs a code. */
export type Pending =
  | { readonly change: 'phoneNumber'; readonly phoneNumber: string }
  | { readonly change: 'email'; readonly email: string }
  | { readonly change: 'password'; readonly password: string; readonly confirmPassword: string };

interface Values extends Record<string, unknown> {
  change: Pending['change'];
  phoneNumber?: string;
  email?: string;
  password?: string;
  confirmPassword?: string;
  profileSYSID: string;
  newPhoneSYSID: string | null;
  otp: string;
  newPhoneOtp: string;
}

interface ConfirmChangeProps {
  readonly pending: Pending;
  /** Current phone number of the user. */
  readonly phone: string;
  readonly onConfirmed: (profile: Profile) => void;
  readonly onCancel: () => void;
}

/** Sends the code, or both codes for a change of the phone number, and asks for them. */
export function ConfirmChange({ pending, phone, onConfirmed, onCancel }: ConfirmChangeProps) {
  const { t } = useTranslation('profile');
  const newPhone = pending.change === 'phoneNumber' ? pending.phoneNumber : null;
  const form = useContractForm<Values>(confirmProfileChange, {
    ...pending,
    profileSYSID: '',
    newPhoneSYSID: null,
    otp: '',
    newPhoneOtp: '',
  });
  const [wait, setWait] = useCountdown(0);
  const request = useSureRecord(requestProfileCode, {
    onDone: (sent) => {
      form.setValues({ ...sent, otp: '', newPhoneOtp: '' });
      setWait(30);
    },
    onError: (error) => {
      showError(error);
      if (error instanceof CallError && error.retryAfterSeconds) setWait(error.retryAfterSeconds);
    },
  });
  const send = () => request.mutate({ change: pending.change, phoneNumber: newPhone ?? undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the step appears
  useEffect(send, []);
  const confirm = useSureRecord(confirmProfileChange, {
    refresh: [getProfile],
    onDone: onConfirmed,
    onError: (error) => {
      if (error instanceof CallError && error.problem === 'user.duplicate-phone') {
        showError(error);
        onCancel();
      } else showRefusal(form, error);
    },
  });
  const asked = form.values.profileSYSID !== '';
  return (
    <Stack gap="md" maw={640}>
      <StepTitle
        title={t(`confirm.title.${pending.change}`)}
        hint={
          !asked
            ? t('confirm.sending')
            : newPhone
              ? t('confirm.both', { phone, newPhone })
              : t('confirm.one', { phone })
        }
        arrived
      />
      <FormColumn
        form={form}
        labels={{
          otp: t('confirm.code', { phone }),
          newPhoneOtp: t('confirm.code', { phone: newPhone }),
          password: t('fields.password'),
        }}
        onSubmit={(values) => confirm.mutate(values)}
        buttons={
          <>
            <Button variant="default" onClick={onCancel}>
              {t('confirm.cancel')}
            </Button>
            <Button type="submit" loading={confirm.isPending} disabled={!asked}>
              {t('confirm.act')}
            </Button>
          </>
        }
      >
        <CodeField form={form} name="otp" label={t('confirm.code', { phone })} />
        {newPhone && <CodeField form={form} name="newPhoneOtp" label={t('confirm.code', { phone: newPhone })} />}
        <Resend wait={wait} busy={request.isPending} onResend={send} />
      </FormColumn>
    </Stack>
  );
}
