import { Button } from '@mantine/core';
import { endUserSessions, getUser, type UserDetails } from '@mfuko/contract/staff';
import { IconDoorExit } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { namesOf } from './useUserActs.ts';

/** Ends all sessions of a user, who stays active. */
export function EndSessions({ user }: { readonly user: UserDetails }) {
  const { t } = useTranslation('staff');
  const [asking, setAsking] = useState(false);
  const name = namesOf(user);
  const end = useSureRecord(endUserSessions, {
    refresh: [getUser],
    onDone: () => showDone(t('sessions.done', { name })),
    onError: showError,
  });
  return (
    <>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconDoorExit size={18} aria-hidden />}
        loading={end.isPending}
        onClick={() => setAsking(true)}
      >
        {t('sessions.end')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        question={t('sessions.question', { name })}
        consequence={t('sessions.consequence', { name })}
        act={t('sessions.end')}
        onConfirm={() => end.mutate({ sysid: user.sysid })}
      />
    </>
  );
}
