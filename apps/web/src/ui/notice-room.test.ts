import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRoom } from './notice-room.ts';

const page = document.documentElement;
const room = () => [page.dataset.notices, page.style.getPropertyValue('--mfuko-notice-room')];
let height = 0;
let isNarrow = false;
let resized = () => {};
let end = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  height = 0;
  isNarrow = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
  const observer = class {
    constructor(callback: () => void) {
      resized = callback;
    }
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('ResizeObserver', observer);
  const notices = document.createElement('div');
  Object.defineProperty(notices, 'offsetHeight', { get: () => height });
  end = makeRoom(notices);
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function becomes(high: number): void {
  height = high;
  resized();
}

test('makeRoom reserves space above for a notice, and releases it only after the next press', () => {
  expect(room()).toEqual([undefined, '0px']);
  becomes(80);
  expect(room()).toEqual(['above', '80px']);
  // The notice disappears by itself, perhaps while a finger is moving to the screen.
  becomes(0);
  expect(room()).toEqual(['above', '80px']);
  let stoodAtPress: (string | undefined)[] = [];
  document.body.addEventListener('click', () => {
    stoodAtPress = room();
  });
  document.body.click();
  expect(stoodAtPress).toEqual(['above', '80px']);
  // A double tap's second press, and a press that is held, postpone it.
  vi.advanceTimersByTime(300);
  window.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(1_000);
  expect(room()).toEqual(['above', '80px']);
  window.dispatchEvent(new Event('pointerup'));
  vi.runAllTimers();
  expect(room()).toEqual([undefined, '0px']);
});

test("makeRoom beside a menu sets the notice's height at once", () => {
  isNarrow = false;
  becomes(80);
  expect(room()[0]).toBe('beside');
  expect(page.style.getPropertyValue('--mfuko-notices')).toBe('80px');
  becomes(0);
  // The menu has its former length at once: none of its entries moves.
  expect(page.style.getPropertyValue('--mfuko-notices')).toBe('0px');
});

test('makeRoom reserves space above on a lean device', () => {
  isNarrow = false;
  document.body.innerHTML = '<div data-lean="true"></div>';
  becomes(80);
  expect(room()[0]).toBe('above');
  document.body.innerHTML = '';
});
