import type { Role } from '@mfuko/contract/endpoint';
import type { Denial } from './errors.ts';

export interface UserChange {
  readonly role?: Role | undefined;
  readonly status?: 'active' | 'disabled' | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | undefined;
  /** True to delete the user, false to restore. */
  readonly deleted?: boolean;
}

interface Asked {
  readonly actor: { readonly userId: string; readonly role: Role };
  readonly user: { readonly sysid: string; readonly role: Role; readonly mobileNumber: string; readonly email: string };
  readonly change: UserChange;
  /** Ids of the platform's Admins who can sign in. */
  readonly activeAdmins: readonly string[];
}

/** Returns the reason why the actor may not change the user so; null where the change is permitted. */
export function whyDenied({ actor, user, change, activeAdmins }: Asked): Denial | null {
  const shuts = change.deleted === true || change.status === 'disabled';
  const role = change.role ?? user.role;
  if (actor.role !== 'Admin' && (user.role !== 'CheckAgent' || role !== 'CheckAgent')) return 'role';
  if (role !== user.role && (role === 'Admin' || user.role === 'Admin')) return 'role-fixed';
  if (shuts && activeAdmins.length === 1 && activeAdmins[0] === user.sysid) return 'last-admin';
  if (actor.userId !== user.sysid) return null;
  if (shuts) return 'self';
  const { phoneNumber = user.mobileNumber, email = user.email } = change;
  return phoneNumber !== user.mobileNumber || email !== user.email ? 'own-contact' : null;
}
