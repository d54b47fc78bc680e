import { describe, expect, it } from 'vitest';
import { instant, words, wordsOrNone } from './ids.ts';

describe('an instant in a request', () => {
  it.each([
    ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00Z'],
    ['2026-11-21T18:00:00+03:00', '2026-11-21T15:00:00.000Z'],
    ['2026-11-21T18:00:00.25+03:00', '2026-11-21T15:00:00.250Z'],
  ])('is converted from any time zone: %s', (sent, read) => {
    expect(instant.parse(sent)).toBe(read);
  });

  it.each([
    '2026-11-21T15:00:00',
    '2026-11-21',
    'yesterday',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+03:00',
    '9999-12-31T23:59:59-03:00',
    '2026-02-30T00:00:00+03:00',
  ])('is rejected: %s', (sent) => {
    expect(instant.safeParse(sent).success).toBe(false);
  });
});

describe('a text typed by a person', () => {
  it.each([
    ['turned round', 'Tom Were\u202e', 'Tom Were'],
    ['isolated', '\u2067Tom\u2069 Were', 'Tom Were'],
    ['with a letter that is a blank', 'Tom\u3164\u2800Were\u115f', 'Tom Were'],
    ['with a mark that is not seen', 'To\u034fm Were', 'Tom Were'],
    ['with a letter that is not seen', 'Tom\u200b\u00ad Were\u200f', 'Tom Were'],
  ])('loses its invisible characters: %s', (_, sent, read) => {
    expect(words(20).parse(sent)).toBe(read);
    expect(wordsOrNone(20).parse(sent)).toBe(read);
  });

  it('counts as missing if it is entirely invisible', () => {
    expect(words(20).safeParse('\u200b\u3164\u202e').success).toBe(false);
    expect(wordsOrNone(20).parse('\u2060')).toBeNull();
  });

  it('keeps accents, emoji and other scripts', () => {
    for (const name of ["Ng'endo Wa-Mũgo", 'Zoë 🎓', 'ኣበበ']) expect(words(40).parse(name)).toBe(name);
  });
});
