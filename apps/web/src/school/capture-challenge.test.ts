import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const asked = vi.hoisted(() => ({ call: vi.fn(), school: { sysid: 'school-1' } }));
vi.mock('../lib/request.ts', () => ({ call: asked.call }));
vi.mock('../lib/school.ts', () => ({ currentSchool: () => asked.school }));

const { captureChallenges } = await import('./capture-challenge.ts');

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  asked.call.mockReset();
  asked.school = { sysid: 'school-1' };
});
afterEach(() => {
  vi.useRealTimers();
});

test('captureChallenges fetches at once, refreshes within five minutes, and stops once released', async () => {
  asked.call.mockResolvedValueOnce({ challenge: '1.first' }).mockResolvedValueOnce({ challenge: '2.second' });
  const stop = captureChallenges.keep();
  await vi.advanceTimersByTimeAsync(0);
  expect(captureChallenges.current()).toBe('1.first');
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(captureChallenges.current()).toBe('2.second');
  stop();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(asked.call).toHaveBeenCalledTimes(2);
});

test('captureChallenges keeps the last challenge offline, and refreshes when the browser is online again', async () => {
  asked.call.mockResolvedValueOnce({ challenge: '1.first' }).mockRejectedValueOnce(new Error('no network'));
  const stop = captureChallenges.keep();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(captureChallenges.current()).toBe('1.first');
  asked.call.mockResolvedValueOnce({ challenge: '2.second' });
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(captureChallenges.current()).toBe('2.second');
  stop();
});

test('captureChallenges returns no challenge of another school', async () => {
  asked.call.mockResolvedValueOnce({ challenge: '1.first' });
  captureChallenges.keep()();
  await vi.advanceTimersByTimeAsync(0);
  asked.school = { sysid: 'school-2' };
  expect(captureChallenges.current()).toBeUndefined();
});
