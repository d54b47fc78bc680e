import type { Page } from 'playwright-core';

/** A key with the gap to the previous one in milliseconds. */
export type TimedKey = readonly [key: string, gapMs: number];

/** Typing speed of a practised user. */
export const HAND = { delay: 60 };

/** Keys that a card reader sends: a number and Enter, or another end key. */
export const scanOf = (number: string, end = 'Enter', gapMs = 5): TimedKey[] =>
  [...number, end].map((key) => [key, gapMs]);
export const byHand = (text: string, gapMs = 120): TimedKey[] => [...text].map((key) => [key, gapMs]);

/** Timestamp of the last key in any page, in seconds. */
let pressed = 0;

/**
 * Presses keys with explicit timestamps, so that the speed of the machine does not matter. Keys are sent without waiting, so the page
 * receives them in bunches, as from a real reader.
 */
export async function pressAt(page: Page, keys: readonly TimedKey[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  // Always later than the previous press: timestamps of a slow user can be ahead of the real time.
  pressed = Math.max(pressed, Date.now() / 1000) + 5;
  const sent: Promise<unknown>[] = [];
  for (const [key, gap] of keys) {
    pressed += gap / 1000;
    const timestamp = pressed;
    const code = { Enter: 13, Tab: 9 }[key] ?? key.charCodeAt(0);
    const text = { Enter: '\r', Tab: '' }[key] ?? key;
    const event = { key, windowsVirtualKeyCode: code, timestamp, ...(text && { text }) };
    sent.push(browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event }));
    sent.push(browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code, timestamp }));
  }
  await Promise.all(sent);
  await browser.detach();
}
