import { Refusal } from '../../platform/http/refusal.ts';

export function mayNotMakeRole(): Refusal {
  return new Refusal('session.role', 'You may only add check in/out agents to your own school.');
}

export function userNotFound(): Refusal {
  return new Refusal('user.not-found', 'There is no such user.');
}

/** That an account is another person's is not for its maker to say, nor for who is in the maker's hand. */
export function notYoursToConfirm(): Refusal {
  return new Refusal(
    'user.one-hand',
    'Whoever made this account cannot confirm it, nor can an account that they made. Let somebody else of the office or the platform do so.',
  );
}

export function neverSignedIn(): Refusal {
  return new Refusal(
    'user.never-signed-in',
    'Nobody has signed in by this number yet. Confirm the account once its owner has.',
  );
}

/** One's own sessions are ended where they are listed, so that nobody shuts themself out by a slip. */
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
