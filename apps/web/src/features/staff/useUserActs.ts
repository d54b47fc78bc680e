import {
  cancelNumber,
  deleteUser,
  getProfiles,
  getUser,
  restoreUser,
  type UserRow,
  updateUser,
} from '@mfuko/contract/staff';
import { useTranslation } from '../../lib/i18n.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';

const REFRESH = [getProfiles, getUser];
type Person = Pick<UserRow, 'sysid' | 'firstName' | 'lastName'>;

export function namesOf({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** Returns a function that tells if the signed-in user may change another user. The server decides. */
export function useMayChange(): (user: UserRow) => boolean {
  const { role, userName } = useSignedIn();
  return (user) => user.mobileNumber !== userName && (role === 'Admin' || user.role === 'CheckAgent');
}

/** Deactivates users, with an undo, and reactivates them. `onSuccess` is not called once the screen is gone. */
export function useUserActs(onSuccess?: () => void) {
  const { t } = useTranslation('staff');
  const { t: ui } = useTranslation('ui');
  const restore = useSureRecord(restoreUser, {
    refresh: REFRESH,
    onDone: (user) => showDone(t('act.restored', { name: namesOf(user) })),
    onError: showError,
  });
  const remove = useSureRecord(deleteUser, {
    refresh: REFRESH,
    onDone: (user) => {
      const { sysid } = user;
      showUndo(t('act.deleted', { name: namesOf(user) }), () => restore.mutate({ sysid }));
    },
    onError: showError,
  });
  const enable = useSureRecord(updateUser, {
    refresh: REFRESH,
    onDone: (user) => showDone(t('act.enabled', { name: namesOf(user) })),
    onError: showError,
  });
  const disable = useSureRecord(updateUser, {
    refresh: REFRESH,
    onDone: (user) => {
      const { sysid } = user;
      showUndo(t('act.disabled', { name: namesOf(user) }), () => enable.mutate({ sysid, status: 'active' }));
    },
    onError: showError,
  });
  const keepNumber = useSureRecord(cancelNumber, {
    refresh: REFRESH,
    onDone: () => showDone(ui('nextNumber.refused')),
    onError: showError,
  });
  return {
    busy: keepNumber.isPending || restore.isPending || remove.isPending || enable.isPending || disable.isPending,
    remove: ({ sysid }: Person) => remove.mutate({ sysid }, { onSuccess }),
    restore: ({ sysid }: Person) => restore.mutate({ sysid }, { onSuccess }),
    disable: ({ sysid }: Person) => disable.mutate({ sysid, status: 'disabled' }),
    keepNumber: ({ sysid }: Person) => keepNumber.mutate({ sysid }),
    enable: ({ sysid }: Person) => enable.mutate({ sysid, status: 'active' }),
  };
}

/** Deactivates or reactivates many users at once. */
export function useManyUsers() {
  const { t } = useTranslation('staff');
  const bulk = useBulk(updateUser, { refresh: REFRESH });
  const enable = (users: readonly UserRow[]) =>
    bulk.run(users, ({ sysid }) => ({ sysid, status: 'active' }), {
      name: namesOf,
      done: (count) => t('act.enabledMany', { count }),
    });
  const disable = (users: readonly UserRow[]) =>
    bulk.run(users, ({ sysid }) => ({ sysid, status: 'disabled' }), {
      name: namesOf,
      done: (count) => t('act.disabledMany', { count }),
      undo: (rows) => void enable(rows),
    });
  return { busy: bulk.busy, enable, disable };
}
