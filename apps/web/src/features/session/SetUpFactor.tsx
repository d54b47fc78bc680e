import '@mantine/core/styles/Code.css';
import { Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { confirmTotp, getSecondFactor, startTotp } from '@mfuko/contract/second-factor';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { CodeField } from './CodeField.tsx';
import { QrCode } from './QrCode.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { useLostCodes } from './useLostCodes.ts';

interface SetUpFactorProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows the secret for an authenticator, as a QR code and as text, and asks for its first code. */
export function SetUpFactor({ onDone, onCancel }: SetUpFactorProps) {
  const { t } = useTranslation('profile');
  const form = useContractForm(confirmTotp, { totp: '' });
  const start = useRecord(startTotp, {
    onError: (error) => {
      if (error instanceof CallError && error.problem === 'session.sign-in-due') return;
      showError(error);
      onCancel();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the step appears
  useEffect(() => start.mutate({}), []);
  const onLost = useLostCodes([getSecondFactor]);
  const confirm = useRecord(confirmTotp, {
    refresh: [getSecondFactor],
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    // The step is left, because a second press would be refused where the first was recorded.
    onError: (error) => (onLost(error) ? onCancel() : showRefusal(form, error)),
  });
  const { data } = start;
  // Any other refusal has left this step already.
  if (start.isError) return <SignInAgain onCancel={onCancel} />;
  return (
    <Stack gap="md">
      <StepTitle title={t('factor.scan')} hint={t('factor.scanHint')} arrived />
      {data ? <QrCode text={data.otpauth} label={t('factor.qr')} /> : <Skeleton height={232} width={232} />}
      <div>
        <Text size="sm">{t('factor.byHand')}</Text>
        <Code fz="md">{data?.secret.match(/.{1,4}/g)?.join(' ')}</Code>
      </div>
      <FormColumn
        form={form}
        labels={{ totp: t('factor.code') }}
        onSubmit={(values) => confirm.mutate(values)}
        buttons={
          <>
            <Button variant="default" onClick={onCancel}>
              {t('confirm.cancel')}
            </Button>
            <Button type="submit" loading={confirm.isPending} disabled={!data}>
              {t('factor.confirm')}
            </Button>
          </>
        }
      >
        <CodeField form={form} name="totp" label={t('factor.code')} />
      </FormColumn>
    </Stack>
  );
}
