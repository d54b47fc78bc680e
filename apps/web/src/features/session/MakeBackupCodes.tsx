import { Button, Stack } from '@mantine/core';
import { getBackupCodes, makeBackupCodes, requestProfileCode } from '@mfuko/contract/profile';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { useCountdown } from '../../ui/useCountdown.ts';
import { CodeField } from './CodeField.tsx';
import { Resend } from './Resend.tsx';
import { useLostCodes } from './useLostCodes.ts';

interface MakeBackupCodesProps {
  /** Phone number that receives the code. */
  readonly phone: string;
  readonly onMade: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Sends a code to the user's phone, asks for it and creates new backup codes. */
export function MakeBackupCodes({ phone, onMade, onCancel }: MakeBackupCodesProps) {
  const { t } = useTranslation('profile');
  const form = useContractForm(makeBackupCodes, { profileSYSID: '', otp: '' });
  const [wait, setWait] = useCountdown(0);
  const request = useSureRecord(requestProfileCode, {
    onDone: ({ profileSYSID }) => {
      form.setValues({ profileSYSID, otp: '' });
      setWait(30);
    },
    onError: (error) => {
      showError(error);
      if (error instanceof CallError && error.retryAfterSeconds) setWait(error.retryAfterSeconds);
    },
  });
  const send = () => request.mutate({ change: 'backupCodes' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the step appears
  useEffect(send, []);
  const onLost = useLostCodes([getBackupCodes]);
  const make = useRecord(makeBackupCodes, {
    refresh: [getBackupCodes],
    onDone: ({ codes }) => onMade(codes),
    onError: (error) => (onLost(error) ? onCancel() : showRefusal(form, error)),
  });
  const asked = form.values.profileSYSID !== '';
  return (
    <Stack gap="md">
      <StepTitle
        title={t('backup.confirm')}
        hint={asked ? t('confirm.one', { phone }) : t('confirm.sending')}
        arrived
      />
      <FormColumn
        form={form}
        labels={{ otp: t('confirm.code', { phone }) }}
        onSubmit={(values) => make.mutate(values)}
        buttons={
          <>
            <Button variant="default" onClick={onCancel}>
              {t('confirm.cancel')}
            </Button>
            <Button type="submit" loading={make.isPending} disabled={!asked}>
              {t('backup.act')}
            </Button>
          </>
        }
      >
        <CodeField form={form} name="otp" label={t('confirm.code', { phone })} />
        <Resend wait={wait} busy={request.isPending} onResend={send} />
      </FormColumn>
    </Stack>
  );
}
