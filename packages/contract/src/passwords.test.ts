import { describe, expect, it } from 'vitest';
import { initialPassword, isPhoneOf, newPassword } from './passwords.ts';

describe('a new password', () => {
  it.each([
    ['nine characters', 'a1b2c3d4e'],
    ['a common one', 'Password-123'],
    ['a run of digits', '0123456789'],
    ['one character over and over', 'aaaaaaaaaaaa'],
    ['words of this context with a year', 'Mfuko-Shule-2026'],
    ['a word of this context with a few letters', 'M-Pesa.abc.2027'],
  ])('is rejected for %s, though allowed as an initial password', (_what, password) => {
    expect(newPassword.safeParse(password).success).toBe(false);
    // Nothing asks for the one of a new account, and clients of others set such.
    expect(initialPassword.safeParse(password).success).toBe(true);
  });

  it('is accepted when long and uncommon', () => {
    for (const password of ['mlango-wa-shule', 'karibu-mbuzi', '8273-9104-5561'])
      expect(newPassword.safeParse(password).success, password).toBe(true);
  });

  it.each(['0711 222 333', '+254711222333', '254-711-222-333'])(
    'isPhoneOf recognises the phone number written as %s',
    (password) => {
      expect(isPhoneOf(password, '254711222333')).toBe(true);
    },
  );
});
