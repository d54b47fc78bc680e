import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REFUSED } from './banner/Banner.tsx';

// Starts with a newline, so that each rule follows one.
const CSS = ['gate', 'later'].map((name) => readFileSync(`apps/web/src/features/gate/${name}.css`, 'utf8')).join('\n');

/** Colours by name that the rules of the selectors define, in cascade order. */
function colours(...selectors: readonly string[]): Record<string, string> {
  const found = selectors.flatMap((selector) =>
    CSS.split(`\n${selector} {`)
      .slice(1)
      .map((rule) => rule.split('}')[0] ?? ''),
  );
  return Object.fromEntries(
    [...found.join('').matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
  );
}

function light(colour: string): number {
  const long = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

test('forced colours invert each banner tone that refuses a child, but not in and out', () => {
  const forced = CSS.split('@media (forced-colors: active) {')[1] ?? '';
  const turned = /([^{}]*)\{[^{}]*forced-color-adjust: none;[^{}]*background: CanvasText;/.exec(forced)?.[1] ?? '';
  const tones = [...turned.matchAll(/data-tone="(\w+)"/g)].map(([, tone]) => tone);
  const refusing = Object.values(REFUSED).map(({ tone }) => tone);
  expect(tones).toEqual(expect.arrayContaining(refusing.filter((tone) => tone !== 'warning')));
  expect(tones).not.toContain('in');
  expect(tones).not.toContain('out');
});

const DARK = '[data-mantine-color-scheme="dark"]';

describe.each([
  ['by day', 4.5, [':root']],
  ['by night', 4.5, [':root', `:root${DARK}`]],
  ['in the sun', 7, [':root', ':root[data-sun]']],
  ['in the sun, dark', 7, [':root', `:root${DARK}`, ':root[data-sun]', `:root[data-sun]${DARK}`]],
] as const)("contrast of the gate's colours %s", (_, least, selectors) => {
  const all = colours(...selectors);
  const of = (name: string) => all[name] ?? '';

  test.each(['in', 'out', 'refused', 'kept', 'wrong', 'unknown'])('white text on %s', (name) => {
    expect(contrast('#fff', of(name))).toBeGreaterThanOrEqual(least);
  });
  test.each(['green', 'blue', 'amber', 'red', 'violet', 'grey'])('text on soft %s', (name) => {
    expect(contrast(of(`on-soft-${name}`), of(`soft-${name}`))).toBeGreaterThanOrEqual(least);
  });
  test.each(['text', 'dim', 'error'])('%s text on card and page', (name) => {
    for (const ground of ['card', 'body']) expect(contrast(of(name), of(ground))).toBeGreaterThanOrEqual(least);
  });
  test('text on a waiting banner', () => {
    expect(contrast('#16191d', of('waiting'))).toBeGreaterThanOrEqual(least);
  });
});
