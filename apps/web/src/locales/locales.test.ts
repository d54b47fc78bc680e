import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const here = import.meta.dirname;
const files = readdirSync(join(here, 'en'));

function texts(language: string, file: string): Map<string, string> {
  const found = new Map<string, string>();
  function walk(value: unknown, path: string) {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, path ? `${path}.${key}` : key);
  }
  walk(JSON.parse(readFileSync(join(here, language, file), 'utf8')), '');
  return found;
}

const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort();

test('Kiswahili has the same files as English', () => {
  expect(readdirSync(join(here, 'sw'))).toEqual(files);
});

/** Words within a screen's name without a capital; the specification itself writes `School bus` so. */
const SMALL = { en: /^(a|and|by|on|the|to|bus)$/, sw: /^(cha|kwa|kwenye|na|vya|wa|ya|za|la)$/ } as const;

test.each(['en', 'sw'] as const)('menu entries are capitalised (%s)', (language) => {
  const names = [...texts(language, 'shell.json')].filter(([key]) => /^(groups|screens)\./.test(key));
  const small = names.filter(([, name]) =>
    name.split(' ').some((word, at) => /^\p{Ll}/u.test(word) && (at === 0 || !SMALL[language].test(word))),
  );
  expect(small).toEqual([]);
});

describe.each(files)('%s', (file) => {
  const en = texts('en', file);
  const sw = texts('sw', file);
  test('has the same keys in both languages, and no empty text', () => {
    expect([...sw.keys()].sort()).toEqual([...en.keys()].sort());
    expect([...en, ...sw].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
  test('has the same placeholders in both languages', () => {
    for (const [key, text] of en) expect([key, ...blanks(sw.get(key) ?? '')]).toEqual([key, ...blanks(text)]);
  });
});
