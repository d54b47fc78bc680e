import { beforeAll, expect, test } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { pickSchool } from '../../lib/school.ts';
import { saveSession } from '../../lib/session.ts';
import { aboutAttempt } from './about.ts';
import { type Attempt, isMine } from './attempt-list.ts';

const ATTEMPT: Attempt = {
  key: 'k',
  path: 'wallet/deposit',
  admissionNumber: '4001',
  amount: '1500',
  same: '',
  at: Date.parse('2026-11-20T09:00:00Z'),
  user: '254700000001',
  school: 'a-school',
  schoolName: 'DEMO',
};
const say = (key: string, { admissionNumber = '' }: Readonly<Record<string, unknown>> = {}) =>
  `${key}${admissionNumber}`;
const words = () => aboutAttempt(ATTEMPT, say).split(', ').slice(0, -1);

beforeAll(() => pretendConfig());

test('aboutAttempt names the school of an attempt only in another school, and isMine only accepts its account', () => {
  const enter = (userName: string) => saveSession({ token: 't', userName, role: 'Admin' });
  enter(ATTEMPT.user);
  pickSchool({ sysid: 'a-school', shortName: 'DEMO' });
  const line = ['attempts.kinds.deposit', 'KES 1,500.00', 'attempts.student4001'];
  expect(words()).toEqual(line);
  pickSchool({ sysid: 'other', shortName: 'OTHER' });
  expect(words()).toEqual([...line, 'DEMO']);
  expect(isMine(ATTEMPT)).toBe(true);
  enter('254700000009');
  expect(isMine(ATTEMPT)).toBe(false);
});
