import { expect, test, vi } from 'vitest';
import { lastActivity } from '../../lib/activity.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { askOutcome } from './outcome.ts';

test('asking by itself what became of an attempt is nobody’s work', async () => {
  const api = await prepareScreens([]);
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void', answer: null } });
  const before = lastActivity();
  const now = vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
  expect(await askOutcome('k1')).toMatchObject({ outcome: 'void' });
  now.mockRestore();
  expect(lastActivity()).toBe(before);
});
