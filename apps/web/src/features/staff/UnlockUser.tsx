import { Button, Group } from '@mantine/core';
import { getUser, type UserDetails, unlockUser } from '@mfuko/contract/staff';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { namesOf } from './useUserActs.ts';

/** Unlocks a user who has tried too many wrong PINs. */
export function UnlockUser({ user }: { user: UserDetails }) {
  const { t } = useTranslation('staff');
  const unlock = useSureRecord(unlockUser, {
    refresh: [getUser],
    onDone: () => showDone(t('act.unlocked', { name: namesOf(user) })),
    onError: showError,
  });
  return (
    <Group>
      <Button
        leftSection={<IconLockOpen size={18} aria-hidden />}
        loading={unlock.isPending}
        onClick={() => unlock.mutate({ sysid: user.sysid })}
      >
        {t('one.unlock')}
      </Button>
    </Group>
  );
}
