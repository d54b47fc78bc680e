import { describe, expect, it } from 'vitest';
import { anywhere, likely, readText } from './rules.ts';

describe('readText', () => {
  it.each([
    ['Wanjiku', { words: ['wanjiku'], number: null, phoneTail: null, misspelt: true }],
    ['  Otieno,  Achieng ', { words: ['otieno', 'achieng'], number: null, phoneTail: null, misspelt: true }],
    ['wa', { words: ['wa'], number: null, phoneTail: null, misspelt: false }],
    ['417', { words: [], number: '417', phoneTail: null, misspelt: false }],
    ['4417', { words: [], number: '4417', phoneTail: '4417', misspelt: false }],
    ['0712 345-678', { words: [], number: '0712345678', phoneTail: '712345678', misspelt: false }],
    ['+254 712 345 678', { words: [], number: '254712345678', phoneTail: '712345678', misspelt: false }],
    ['1234567890123', { words: [], number: null, phoneTail: null, misspelt: false }],
    ['a b c d e f', { words: ['a', 'b', 'c', 'd'], number: null, phoneTail: null, misspelt: false }],
  ])('reads %j', (text, meant) => expect(readText(text)).toEqual(meant));
});

it('anywhere escapes the wildcards of LIKE', () => expect(anywhere('50%_\\')).toBe('%50\\%\\_\\\\%'));

it('likely drops results that are much less likely than the best', () =>
  expect(likely([{ score: 0.9 }, { score: 0.75 }, { score: 0.6 }])).toEqual([{ score: 0.9 }, { score: 0.75 }]));
