import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOCALES = join(import.meta.dirname, '../locales');

/** Returns the unicode ranges of the file that each screen fetches. */
function basicRanges(): readonly (readonly [from: number, to: number])[] {
  const css = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8');
  const [, text = ''] = /inter-basic[^}]*unicode-range:([^;]+);/.exec(css) ?? [];
  return [...text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);
}

test('console texts use only characters of the basic font file', () => {
  const ranges = basicRanges();
  const isBasic = (sign: string) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 0x20 || ranges.some(([from, to]) => code >= from && code <= to);
  };
  const texts = readdirSync(LOCALES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  expect(texts.length).toBeGreaterThan(50);
  const others = texts.flatMap((name) => {
    const signs = [...readFileSync(join(LOCALES, name), 'utf8')].filter((sign) => !isBasic(sign));
    return signs.map((sign) => `${name}: ${sign}`);
  });
  expect(others).toEqual([]);
});

test('each font file is as long as its WOFF2 header says', () => {
  const folder = join(import.meta.dirname, 'fonts');
  const files = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const bytes = readFileSync(join(folder, name));
    expect([name, bytes.toString('latin1', 0, 4), bytes.readUInt32BE(8)]).toEqual([name, 'wOF2', bytes.length]);
  }
});
