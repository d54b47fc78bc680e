import { describe, expect, it } from 'vitest';
import { isNameOf, newPassword } from './passwords.ts';
import { createUser } from './staff.ts';

const takes = (password: string) => newPassword.safeParse(password).success;

describe('a new password', () => {
  it.each([
    ['a common one', 'Password-123'],
    ['a word of this context with a year', 'Mfuko#2026!'],
    ['two of them with a year', 'Shule-Nairobi-2026'],
    ['one with a run of digits', 'karibu123456'],
    ['one with little variety', 'KenyaAAAAAAbb'],
    ['a run of digits', '0123456789'],
    ['few different signs', 'aabbaabbaabb'],
    ['nine signs', 'tk4!zq9-w'],
  ])('is not %s', (_what, password) => {
    expect(takes(password)).toBe(false);
  });

  it.each(['mlango-wa-shule', 'Kahawa-7731', 'tk4!zq9-wx', '4815162342', 'nairobi tk4zq9'])('may be %s', (password) => {
    expect(takes(password)).toBe(true);
  });

  it('is not little more than names of its owner', () => {
    expect(isNameOf('Wanjiru-2026', 'Grace Wanjiru')).toBe(true);
    expect(isNameOf('GraceWanjiru1', 'Grace Wanjiru')).toBe(true);
    expect(isNameOf('mlango-wa-wanjiru', 'Grace Wanjiru')).toBe(false);
    expect(isNameOf('balance of the ali', 'Ali Noor')).toBe(false);
    const person = {
      ...{ phoneNumber: '254711000111', email: 'grace@example.com', firstName: 'Grace', lastNames: 'Wanjiru' },
      role: 'CheckAgent',
    };
    const asked = (password: string) => createUser.input.safeParse({ ...person, password, confirmPassword: password });
    expect(asked('Wanjiru-2026').error?.issues[0]).toMatchObject({ path: ['password'] });
    expect(asked('mlango-wa-simba').success).toBe(true);
  });
});
