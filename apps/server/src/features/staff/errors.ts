import { Refusal } from '../../platform/refusal.ts';

export function phoneTaken(): Refusal {
  return new Refusal('user.duplicate-phone', 'This phone number belongs to another user already.', {
    detail: { fields: { phoneNumber: 'belongs to another user' } },
  });
}

export function mayNotMakeRole(): Refusal {
  return new Refusal('session.role', 'You may only add check in/out agents to your own school.');
}
