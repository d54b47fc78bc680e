import { Alert, Anchor } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useDepositRoom } from './useDepositRoom.ts';

/**
 * Note beside or below a form that takes deposits: how much the user may pay in before a second factor is asked for, which a `list` is at
 * its first row. It arrives late, so nothing that is typed into or pressed stands below it.
 */
export function DepositRoomNote({ list = false }: { readonly list?: boolean }) {
  const { t } = useTranslation('session');
  const room = useDepositRoom();
  if (!room) return null;
  return (
    <Alert color="yellow" mb="md" py="xs" role="note" icon={<IconShieldLock aria-hidden />}>
      {list ? room.list : room.text}{' '}
      {!room.isWaiting && (
        // Another tab, so that nothing that was typed is lost.
        <Anchor href="/app/my.profile" target="_blank" size="sm" underline="always">
          {t('depositRoom.setUp')}
        </Anchor>
      )}
    </Alert>
  );
}
