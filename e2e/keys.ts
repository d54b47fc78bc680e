import type { Page } from 'playwright-core';

/** A key and how long after the one before it is pressed. */
export type TimedKey = readonly [key: string, gapMs: number];

/** Pace of a practised hand. */
export const HAND = { delay: 60 };

/** Keys of a card reader: a number and Enter, or another end key. */
export const scanOf = (number: string, end = 'Enter', gapMs = 5): TimedKey[] =>
  [...number, end].map((key) => [key, gapMs]);
export const byHand = (text: string, gapMs = 120): TimedKey[] => [...text].map((key) => [key, gapMs]);

/** When the last key of any page was pressed, in seconds. */
let pressed = 0;

/**
 * Presses keys that bear the times at which the keyboard had them, so that a slow machine changes nothing. None waits for the one
 * before: the page gets them in bunches, as from a real reader.
 */
export async function pressAt(page: Page, keys: readonly TimedKey[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  // Later than the press before, whatever that was: those of a slow hand reach further than the time that they took here.
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
