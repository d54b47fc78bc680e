import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Profile } from '@mfuko/contract/profile';
import { getSecondFactor, makeRecoveryCodes, removeTotp } from '@mfuko/contract/second-factor';
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { RecordedUnheard } from '../../school/attempts/sure-outcome.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { When } from '../../ui/When.tsx';
import { BackupCodeSheet } from './BackupCodeSheet.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';
import { useLostCodes } from './useLostCodes.ts';

const Passkeys = latePart(() => import('./Passkeys.tsx').then((it) => it.Passkeys), <Skeleton height={90} />);

/** Threshold of the low-codes warning: so few codes may be used up before the authenticator is found again. */
const FEW = 3;

/** Second factor of the user: sets it up, creates recovery codes, and removes it. */
export function SecondFactor({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile');
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [step, go] = useState<'seen' | 'setting-up' | { readonly codes: readonly string[] }>('seen');
  const [removing, setRemoving] = useState(false);
  const found = useCall(getSecondFactor, {}, { staleTime: 0 });
  const sayRemoved = () => showDone(t('factor.removed'));
  const remove = useSureRecord(removeTotp, {
    refresh: [getSecondFactor],
    onDone: sayRemoved,
    // The session may not see the answer once its step-up is over.
    onError: (error) => (error instanceof RecordedUnheard ? sayRemoved() : showError(error)),
  });
  const onLost = useLostCodes([getSecondFactor]);
  const renew = useRecord(makeRecoveryCodes, {
    refresh: [getSecondFactor],
    onDone: ({ recoveryCodes }) => go({ codes: recoveryCodes }),
    onError: (error) => onLost(error) || showError(error),
  });
  const { data } = found;
  /** Closes the codes. The long sheet ends below the notices, which would otherwise stand above the window. */
  function closeCodes(): void {
    flushSync(() => go('seen'));
    title.current?.focus();
  }
  return (
    <Stack component="section" gap="md" maw={640} mt="xl" aria-labelledby={heading}>
      <div>
        <Title ref={title} order={2} size="h3" id={heading} tabIndex={-1}>
          {t('factor.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('factor.why')}
        </Text>
      </div>
      {data?.due && (
        <Alert color="yellow" role="status" icon={<IconAlertTriangle aria-hidden />}>
          {t('factor.due')}
        </Alert>
      )}
      {typeof step === 'object' ? (
        <BackupCodeSheet kind="recovery" codes={step.codes} profile={profile} onDone={closeCodes} />
      ) : step === 'setting-up' ? (
        <SetUpFactor onDone={(codes) => go({ codes })} onCancel={() => go('seen')} />
      ) : !data ? (
        found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={90} />
        )
      ) : !data.on ? (
        <>
          <Text>{t('factor.none')}</Text>
          <Button
            w="fit-content"
            leftSection={<IconShieldLock size={18} aria-hidden />}
            onClick={() => go('setting-up')}
          >
            {t('factor.setUp')}
          </Button>
        </>
      ) : (
        <>
          {!data.totp && <Text>{t('factor.noTotp')}</Text>}
          {data.waitsUntil && (
            <Alert color="yellow" role="status" icon={<IconAlertTriangle aria-hidden />}>
              {t('factor.waits', { until: formatDate(data.waitsUntil) })}
            </Alert>
          )}
          <Facts
            facts={[
              [t('factor.since'), data.since ? <When key="since" moment={data.since} /> : ''],
              [t('factor.recoveryLeft'), formatCount(data.recoveryLeft)],
            ]}
          />
          {data.recoveryLeft <= FEW && (
            <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
              {t('recovery.few')}
            </Alert>
          )}
          <Group gap="sm">
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({})}>
              {t('recovery.again')}
            </Button>
            {data.totp ? (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                loading={remove.isPending}
                onClick={() => setRemoving(true)}
              >
                {t('factor.remove')}
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<IconShieldLock size={18} aria-hidden />}
                onClick={() => go('setting-up')}
              >
                {t('factor.setUp')}
              </Button>
            )}
          </Group>
        </>
      )}
      {step === 'seen' && data && <Passkeys onCodes={(codes) => go({ codes })} />}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        question={t('factor.removeQuestion')}
        consequence={t(data?.passkeys ? 'factor.removeOneConsequence' : 'factor.removeConsequence')}
        act={t('factor.remove')}
        onConfirm={() => remove.mutate({})}
      />
    </Stack>
  );
}
