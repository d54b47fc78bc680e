import { Alert, Button, Stack, Text } from '@mantine/core';
import { type ConfirmDenial, confirmUser, getProfiles, getUser, type UserDetails } from '@mfuko/contract/staff';
import { IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { namesOf } from './useUserActs.ts';

interface ConfirmUserProps {
  readonly user: UserDetails;
  readonly denial: ConfirmDenial | null;
}

/**
 * Warning about an account that only its maker knows. A user who is independent of the maker may confirm that it belongs to another person;
 * other users read why they cannot.
 */
export function ConfirmUser({ user, denial }: ConfirmUserProps) {
  const { t } = useTranslation('staff');
  const name = namesOf(user);
  const confirm = useSureRecord(confirmUser, {
    refresh: [getUser, getProfiles],
    onDone: () => showDone(t('confirm.done', { name })),
    onError: showError,
  });
  const seen = user.lastSignIn !== null;
  return (
    <Alert color="yellow" icon={<IconUserQuestion aria-hidden />} title={t('confirm.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('confirm.why')}</Text>
        {denial === null && seen ? (
          <>
            <Text size="sm">{t('confirm.ask', { name, number: user.mobileNumber })}</Text>
            <Button size="sm" loading={confirm.isPending} onClick={() => confirm.mutate({ sysid: user.sysid })}>
              {t('confirm.act')}
            </Button>
          </>
        ) : (
          <Text size="sm">{denial === null ? t('confirm.later', { name }) : t(`confirm.not.${denial}`)}</Text>
        )}
      </Stack>
    </Alert>
  );
}
