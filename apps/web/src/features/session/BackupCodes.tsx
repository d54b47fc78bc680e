import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getBackupCodes, type Profile } from '@mfuko/contract/profile';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { When } from '../../ui/When.tsx';
import { BackupCodeSheet } from './BackupCodeSheet.tsx';
import { MakeBackupCodes } from './MakeBackupCodes.tsx';

/** Threshold of the low-codes warning: so few codes may be used up in one day without SMS. */
const FEW = 3;

/** Backup codes of the user for days without SMS: shows how many are left and creates new ones. */
export function BackupCodes({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile');
  const heading = useId();
  const [step, go] = useState<'seen' | 'making' | { readonly codes: readonly string[] }>('seen');
  const found = useCall(getBackupCodes, {}, { staleTime: 0 });
  const { data } = found;
  const has = data !== undefined && data.made !== null;
  return (
    <Stack component="section" gap="md" maw={640} mt="xl" aria-labelledby={heading}>
      <div>
        <Title order={2} size="h3" id={heading}>
          {t('backup.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('backup.why')}
        </Text>
      </div>
      {typeof step === 'object' ? (
        <BackupCodeSheet codes={step.codes} profile={profile} onDone={() => go('seen')} />
      ) : step === 'making' ? (
        <MakeBackupCodes phone={profile.phoneNumber} onMade={(codes) => go({ codes })} onCancel={() => go('seen')} />
      ) : data ? (
        <>
          {has ? (
            <Facts
              facts={[
                [t('backup.left'), formatCount(data.left)],
                [t('backup.made'), <When key="made" moment={data.made ?? ''} />],
                [t('backup.lastUsed'), data.lastUsed ? <When key="used" moment={data.lastUsed} /> : t('backup.never')],
              ]}
            />
          ) : (
            <Text>{t('backup.none')}</Text>
          )}
          {has && data.left <= FEW && (
            <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
              {t('backup.few')}
            </Alert>
          )}
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconKey size={18} aria-hidden />}
            onClick={() => go('making')}
          >
            {t(has ? 'backup.again' : 'backup.make')}
          </Button>
          {has && (
            <Text size="sm" c="dimmed">
              {t('backup.endsOld')}
            </Text>
          )}
        </>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={90} />
      )}
    </Stack>
  );
}
