import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { getProfiles, getUser, settleFactor, type UserDetails } from '@mfuko/contract/staff';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { namesOf } from './useUserActs.ts';

interface WaitingFactorProps {
  readonly user: UserDetails;
  readonly waitsUntil: string;
}

/**
 * First second factor that waits a day, since only the phone number vouches for its owner: a colleague who has asked the owner may confirm
 * it.
 */
export function WaitingFactor({ user, waitsUntil }: WaitingFactorProps) {
  const { t } = useTranslation('staff');
  const [refusing, setRefusing] = useState(false);
  const { sysid, mobileNumber } = user;
  const name = namesOf(user);
  const settle = useSureRecord(settleFactor, {
    refresh: [getUser, getProfiles],
    onDone: ({ secondFactor }) => showDone(t(secondFactor.on ? 'newFactor.counts' : 'newFactor.gone', { name })),
    onError: showError,
  });
  return (
    <Alert color="yellow" icon={<IconShieldQuestion aria-hidden />} title={t('newFactor.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('newFactor.why', { name, number: mobileNumber, until: formatDate(waitsUntil) })}</Text>
        <Group gap="sm">
          <Button
            size="sm"
            loading={settle.isPending}
            onClick={() => settle.mutate({ sysid, waitsUntil, theirs: true })}
          >
            {t('newFactor.theirs')}
          </Button>
          <Button
            size="sm"
            variant="default"
            c="var(--mantine-color-error)"
            loading={settle.isPending}
            onClick={() => setRefusing(true)}
          >
            {t('newFactor.notTheirs')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={refusing}
        onClose={() => setRefusing(false)}
        question={t('newFactor.question', { name })}
        consequence={t('newFactor.consequence', { name })}
        act={t('newFactor.notTheirs')}
        onConfirm={() => settle.mutate({ sysid, waitsUntil, theirs: false })}
      />
    </Alert>
  );
}
