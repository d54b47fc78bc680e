import type { ConfirmDenial } from '@mfuko/contract/staff';
import { Refusal } from '../../platform/http/refusal.ts';

export function mayNotMakeRole(): Refusal {
  return new Refusal('session.role', 'You may only add check in/out agents to your own school.');
}

export function userNotFound(): Refusal {
  return new Refusal('user.not-found', 'There is no such user.');
}

const NOT_YOURS_TO_CONFIRM: Readonly<Record<ConfirmDenial, string>> = {
  self: 'You cannot confirm your own account. Let somebody else of the office or the platform do so.',
  made: 'You made this account, or the account that made it. Let somebody else of the office or the platform confirm it.',
  maker:
    'Your own account was made by the same person, and nobody has confirmed it. Let somebody confirm yours first, or somebody else confirm this one.',
  number:
    'In the last 30 days whoever made this account set your phone number, or you set theirs. Let somebody else of the office or the platform confirm it.',
  new: 'Your own account was made less than a day ago. Confirm this one after your first day, or let somebody else do so.',
};

/** Refuses a confirmation by the account's maker, or by a user who is tied to the maker. */
export function notYoursToConfirm(why: ConfirmDenial): Refusal {
  return new Refusal('user.one-hand', NOT_YOURS_TO_CONFIRM[why], { detail: { why } });
}

export function neverSignedIn(): Refusal {
  return new Refusal(
    'user.never-signed-in',
    'Nobody has signed in by this number yet. Confirm the account once its owner has.',
  );
}

/** Refuses to end the caller's own sessions here, so that no user signs out by mistake. */
export function ownSessions(): Refusal {
  return new Refusal('user.self', 'End your own sessions in My Profile.', { detail: { why: 'own-sessions' } });
}

/** Reason for which a change of a user is refused. */
export type Denial = 'role' | 'self' | 'own-contact' | 'last-admin' | 'role-fixed';

const DENIED = {
  role: ['session.role', 'You may only change the check in/out agents of your own school.'],
  self: ['user.self', 'Nobody disables, deletes or demotes themself. Ask another administrator.'],
  'own-contact': ['user.self', 'Change your own phone number and e-mail address in My Profile.'],
  'last-admin': ['user.last-admin', 'This is the last active administrator of the platform.'],
  'role-fixed': [
    'user.role-fixed',
    'An administrator of the platform works in no school, and all others do: delete this user and add them anew.',
  ],
} as const;

export function denied(why: Denial): Refusal {
  const [problem, message] = DENIED[why];
  return new Refusal(problem, message, { detail: { why } });
}
