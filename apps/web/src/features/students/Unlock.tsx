import { Button } from '@mantine/core';
import { getStudent, unlockStudent } from '@mfuko/contract/students';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** Unlocks the PIN, the fingers or both after too many wrong tries. */
export function Unlock({ sysid }: { sysid: string }) {
  const { t } = useTranslation('students');
  const unlock = useSureRecord(unlockStudent, {
    refresh: [getStudent],
    onDone: () => showDone(t('page.unlocked')),
    onError: showError,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      mb="xs"
      leftSection={<IconLockOpen size={16} aria-hidden />}
      loading={unlock.isPending}
      onClick={() => unlock.mutate({ sysid })}
    >
      {t('page.unlock')}
    </Button>
  );
}
