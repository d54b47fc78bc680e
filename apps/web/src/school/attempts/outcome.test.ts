import { expect, test, vi } from 'vitest';
import { lastActivity } from '../../lib/activity.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { askOutcome } from './outcome.ts';

test('asking by itself what became of an attempt is nobody’s work', async () => {
  const api = await prepareScreens([]);
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void', answer: null } });
  const before = lastActivity();
  const now = vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
  expect(await askOutcome({ key: 'k1', ...workplaceNow() })).toMatchObject({ outcome: 'void' });
  now.mockRestore();
  expect(lastActivity()).toBe(before);
});

test('only the account of an attempt asks about it: any other would hear that it is void', async () => {
  const api = await prepareScreens([]);
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void', answer: null } });
  expect(await askOutcome({ key: 'k1', ...workplaceNow(), user: '254700000009' })).toBeNull();
  expect(api.calls).toEqual([]);
});
