import { afterEach, expect, test } from 'vitest';
import { clockAhead, learnClock } from './clock.ts';

afterEach(() => localStorage.clear());
const answer = (ms: number) => new Response(null, { headers: { Date: new Date(Date.now() + ms).toUTCString() } });

test("clockAhead follows the server's last Date header, and is stored for later pages", () => {
  expect(clockAhead()).toBeNull();
  learnClock(new Response(null));
  expect(clockAhead()).toBeNull();
  learnClock(answer(0));
  expect(clockAhead()).toBe(0);
  const day = 24 * 3_600_000;
  learnClock(answer(day));
  expect(Math.abs(Number(localStorage.getItem('clockAhead')) - day)).toBeLessThan(2_000);
  learnClock(answer(0));
  expect(clockAhead()).toBe(0);
});
