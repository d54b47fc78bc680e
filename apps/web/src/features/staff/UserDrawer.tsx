import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getUser, type UserDetails } from '@mfuko/contract/staff';
import { IconBan, IconPencil, IconRestore, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { useSignedIn } from '../../lib/session.ts';
import { NextNumberNotice } from '../../school/NextNumberNotice.tsx';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { When } from '../../ui/When.tsx';
import { ConfirmUser } from './ConfirmUser.tsx';
import { EditUser } from './EditUser.tsx';
import { EndSessions } from './EndSessions.tsx';
import { LostFactor } from './LostFactor.tsx';
import { UnlockUser } from './UnlockUser.tsx';
import { UserStatus } from './UserStatus.tsx';
import { namesOf, useMayChange, useUserActs } from './useUserActs.ts';
import { WaitingFactor } from './WaitingFactor.tsx';

interface UserDrawerProps {
  readonly id: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onEdit: (id: string) => void;
  readonly onClose: () => void;
}

/** Drawer that shows or edits the user whose id is in the address. */
export function UserDrawer({ id, mode, onEdit, onClose }: UserDrawerProps) {
  const { t } = useTranslation('staff');
  const user = useCall(getUser, { sysid: id ?? '' }, { enabled: id !== undefined });
  const mayChange = useMayChange();
  const missing = user.error instanceof CallError && [400, 404].includes(user.error.status ?? 0);
  const edit = mode === 'edit' && user.data && user.data.status !== 'deleted' && mayChange(user.data);
  const fresh = useFreshOnce(mode === 'edit', user.isFetching);
  return (
    <DetailDrawer title={user.data ? namesOf(user.data) : t('one.title')} opened={id !== undefined} onClose={onClose}>
      {user.data && (!edit || fresh) ? (
        edit ? (
          <EditUser key={user.data.sysid} user={user.data} onDone={onClose} />
        ) : (
          <Details user={user.data} mayChange={mayChange(user.data)} onEdit={onEdit} onClose={onClose} />
        )
      ) : missing ? (
        <Notice Icon={IconUserOff} title={t('one.unknown')} />
      ) : user.isError ? (
        <ErrorState error={user.error} onRetry={() => void user.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

interface DetailsProps {
  readonly user: UserDetails;
  readonly mayChange: boolean;
  readonly onEdit: (id: string) => void;
  readonly onClose: () => void;
}

function Details({ user, mayChange, onEdit, onClose }: DetailsProps) {
  const { t } = useTranslation('staff');
  const acts = useUserActs(onClose);
  const { userName } = useSignedIn();
  const { waitsUntil } = user.secondFactor;
  const duties = user.duties.map((duty) => t(`duties.${duty}`)).join(', ');
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('fields.phoneNumber'), user.mobileNumber],
          [t('fields.email'), user.email],
          [t('fields.role'), t(`roles.${user.role}`)],
          ...(user.role === 'CheckAgent' ? [[t('fields.duties'), duties] as const] : []),
          ...(user.school ? [[t('fields.schoolSYSID'), user.school.shortName] as const] : []),
          [t('list.status'), <UserStatus key="status" status={user.status} />],
          [t('factor.title'), t(user.secondFactor.on ? 'factor.on' : 'factor.off')],
          [t('list.lastSignIn'), user.lastSignIn ? <When key="seen" moment={user.lastSignIn} /> : t('one.never')],
          [t('one.sessions'), formatCount(user.openSessions)],
          ...(user.stoppedUntil ? [[t('one.stopped'), formatDate(user.stoppedUntil)] as const] : []),
          [t('list.created'), <When key="made" moment={user.dateCreated} />],
        ]}
      />
      {user.nextNumber && (
        <NextNumberNotice next={user.nextNumber} busy={acts.busy} onRefuse={() => acts.keepNumber(user)} />
      )}
      {waitsUntil && user.status !== 'deleted' && user.mobileNumber !== userName && (
        <WaitingFactor user={user} waitsUntil={waitsUntil} />
      )}
      {user.unconfirmed && user.status !== 'deleted' && <ConfirmUser user={user} denial={user.unconfirmed.why} />}
      {user.stoppedUntil && <UnlockUser user={user} />}
      {user.status !== 'deleted' && user.mobileNumber !== userName && <EndSessions user={user} />}
      {mayChange && user.status !== 'deleted' && <LostFactor user={user} />}
      {mayChange ? (
        <Group gap="sm">
          {user.status === 'deleted' ? (
            <Button
              leftSection={<IconRestore size={18} aria-hidden />}
              loading={acts.busy}
              onClick={() => acts.restore(user)}
            >
              {t('one.restore')}
            </Button>
          ) : (
            <>
              <Button
                leftSection={<IconPencil size={18} aria-hidden />}
                disabled={acts.busy}
                onClick={() => onEdit(user.sysid)}
              >
                {t('one.edit')}
              </Button>
              {user.status === 'active' ? (
                <Button
                  variant="default"
                  leftSection={<IconBan size={18} aria-hidden />}
                  loading={acts.busy}
                  onClick={() => acts.disable(user)}
                >
                  {t('one.disable')}
                </Button>
              ) : (
                <Button
                  variant="default"
                  leftSection={<IconUserCheck size={18} aria-hidden />}
                  loading={acts.busy}
                  onClick={() => acts.enable(user)}
                >
                  {t('one.enable')}
                </Button>
              )}
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={18} aria-hidden />}
                loading={acts.busy}
                onClick={() => acts.remove(user)}
              >
                {t('one.delete')}
              </Button>
            </>
          )}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('one.notYours')}
        </Text>
      )}
      {user.status === 'active' && mayChange && (
        <Text size="sm" c="dimmed">
          {t('one.atOnce')}
        </Text>
      )}
      <RecordHistory kind="user" sysid={user.sysid} />
    </Stack>
  );
}
