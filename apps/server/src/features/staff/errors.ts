import type { ConfirmDenial } from '@mfuko/contract/staff';
import { Refusal } from '../../platform/http/refusal.ts';

export function mayNotMakeRole(): Refusal {
  return new Refusal('session.role', 'You can only add check in/out agents to your own school.');
}

export function userNotFound(): Refusal {
  return new Refusal('user.not-found', 'The user was not found.');
}

const NOT_YOURS_TO_CONFIRM: Readonly<Record<ConfirmDenial, string>> = {
  self: 'You cannot confirm your own account. Ask someone else in the office or on the platform.',
  made: 'You made this account, or the account that made it. Ask someone else in the office or on the platform to confirm it.',
  maker:
    'The same person made your own account, and nobody has confirmed it. Have yours confirmed first, or ask someone else to confirm this one.',
  number:
    'In the last 30 days the person who made this account set your phone number, or you set theirs. Ask someone else in the office or on the platform to confirm it.',
  new: 'Your own account is less than a day old. Confirm this one after your first day, or ask someone else to.',
};

/** Refuses a confirmation by the account's maker, or by a user who is tied to the maker. */
export function notYoursToConfirm(why: ConfirmDenial): Refusal {
  return new Refusal('user.one-hand', NOT_YOURS_TO_CONFIRM[why], { detail: { why } });
}

export function neverSignedIn(): Refusal {
  return new Refusal(
    'user.never-signed-in',
    'Nobody has signed in with this number yet. Confirm the account once its owner has signed in.',
  );
}

/** Refuses to end the caller's own sessions here, so that no user signs out by mistake. */
export function ownSessions(): Refusal {
  return new Refusal('user.self', 'End your own sessions in My Profile.', { detail: { why: 'own-sessions' } });
}

/** Reason for which a change of a user is refused. */
export type Denial = 'role' | 'self' | 'own-contact' | 'last-admin' | 'role-fixed';

const DENIED = {
  role: ['session.role', 'You can only change the check in/out agents of your own school.'],
  self: ['user.self', 'You cannot disable, delete or demote yourself. Ask another administrator.'],
  'own-contact': ['user.self', 'Change your own phone number and e-mail address in My Profile.'],
  'last-admin': ['user.last-admin', 'This is the last active administrator of the platform.'],
  'role-fixed': [
    'user.role-fixed',
    'A platform administrator cannot become a school user, nor the other way round. Delete this user and add them again.',
  ],
} as const;

export function denied(why: Denial): Refusal {
  const [problem, message] = DENIED[why];
  return new Refusal(problem, message, { detail: { why } });
}
