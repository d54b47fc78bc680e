import { FIELD_WORDS } from '@mfuko/contract/field-words';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '../lib/i18n.ts';
import { CallError } from '../lib/problems.ts';
import en from '../locales/en/ui.json';
import sw from '../locales/sw/ui.json';
import { fieldWords } from './field-words.ts';

const refused = (fields: Record<string, string>, fieldCodes?: unknown) =>
  fieldWords(
    new CallError({
      status: 400,
      body: { message: 'Please check your input', problem: 'input.malformed', detail: { fields, fieldCodes } },
      atLogin: false,
    }),
  );
const tooLong = { names: { code: 'too-long', params: { longest: 80 } } };

beforeAll(() => startI18n(['ui']));
afterEach(() => i18n.changeLanguage('en'));

test("fieldWords translates a field error by its code, whatever the server's text", async () => {
  for (const [language, shown] of [
    ['en', 'must be at most 80 characters'],
    ['sw', 'isizidi herufi 80'],
  ] as const) {
    await i18n.changeLanguage(language);
    for (const said of ['must be at most 80 characters', 'is much too long', 'must be at most 12 characters'])
      expect(refused({ names: said }, tooLong)).toEqual({ names: shown });
  }
});

test("fieldWords does not derive a code from the server's text", async () => {
  await i18n.changeLanguage('sw');
  expect(refused({ names: 'is required' }, tooLong)).toEqual({ names: 'isizidi herufi 80' });
  expect(refused({ names: 'is required' })).toEqual({ names: 'is required' });
});

test.each([
  ['a code that is newer than the console', { names: { code: 'out-of-season' } }],
  ['no code', undefined],
  ['a code for another field', { pin: { code: 'pin' } }],
  ['something else', { names: 'too-long' }],
  ['nothing', { names: null }],
  ['a list', [tooLong]],
])("fieldWords returns the server's text for %s", (_, fieldCodes) => {
  expect(refused({ names: 'is out of season' }, fieldCodes)).toEqual({ names: 'is out of season' });
});

test.each([
  ['en', en],
  ['sw', sw],
])('the texts in %s cover each field code of the contract with the same placeholders, and no others', (_, texts) => {
  const blanks = (text: string) => [...text.matchAll(/\{+(\w+)/g)].map(([, name]) => name);
  const told = Object.entries(FIELD_WORDS).map(([code, text]) => [code, blanks(text)]);
  const shown = Object.entries(texts.field).map(([code, text]) => [code, blanks(text)]);
  expect(shown.toSorted()).toEqual(told.toSorted());
});

test('no console schema has a plain message without a code', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const plain = /\.(min|max|length|int|regex|refine|string|email)\(([^()]|\([^()]*\))*['"`][^'"`]* [^'"`]*['"`]\)/;
  const schemas = Object.entries(sources).filter(([, source]) => source.includes("from 'zod'"));
  expect(plain.test("CountySYSID: z.string().min(1, 'is required')")).toBe(true);
  expect(schemas.length).toBeGreaterThan(5);
  expect(schemas.filter(([, source]) => plain.test(source)).map(([file]) => file)).toEqual([]);
});
