import { expect, test, vi } from 'vitest';
import { lastActivity } from '../../lib/activity.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { askOutcome } from './outcome.ts';

test('askOutcome does not count as user activity', async () => {
  const api = await prepareScreens([]);
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void', answer: null } });
  const before = lastActivity();
  const now = vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
  expect(await askOutcome({ key: 'k1', ...workplaceNow() })).toMatchObject({ outcome: 'void' });
  now.mockRestore();
  expect(lastActivity()).toBe(before);
});

test('askOutcome sends nothing for an attempt of another account', async () => {
  const api = await prepareScreens([]);
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void', answer: null } });
  expect(await askOutcome({ key: 'k1', ...workplaceNow(), user: '254700000009' })).toBeNull();
  expect(api.calls).toEqual([]);
});
