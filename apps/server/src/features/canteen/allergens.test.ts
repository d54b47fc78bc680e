import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allergensIn } from './allergens.ts';

/** Allergens that the screens propose. */
const proposed = { en: allergensProposed('en'), sw: allergensProposed('sw') };

function allergensProposed(language: 'en' | 'sw'): string[] {
  const texts = join(import.meta.dirname, '../../../../web/src/locales', language, 'school.json');
  return JSON.parse(readFileSync(texts, 'utf8')).allergens.common.split(',');
}

describe('an item', () => {
  it('names the allergens of an item that are the student’s', () => {
    expect(allergensIn(['milk', 'nuts', 'egg'], ['nuts', 'egg', 'fish'])).toEqual(['nuts', 'egg']);
  });

  it.each(proposed.en.map((english, place) => [english, proposed.sw[place] ?? '']))(
    'knows the allergen %s of one screen by %s of the other language',
    (english, kiswahili) => {
      expect(allergensIn([english], [kiswahili])).toEqual([english]);
      expect(allergensIn([kiswahili], [english])).toEqual([kiswahili]);
    },
  );

  it('takes a word for nuts to mean every nut, and no two allergens for one', () => {
    expect(allergensIn(['peanut', 'tree nuts', 'milk'], ['njugu'])).toEqual(['peanut', 'tree nuts']);
    expect(allergensIn(proposed.en, ['karanga'])).toEqual(['peanut']);
    expect(allergensIn(proposed.sw, ['milk'])).toEqual(['maziwa']);
  });

  it.each(['almonds', 'walnut', 'hazelnuts', 'pistachio', 'pecans', 'macadamia', 'korosho', 'lozi'])(
    'is one of tree nuts where %s are in it, and none of peanuts',
    (nut) => {
      expect(allergensIn([nut], ['tree nuts'])).toEqual([nut]);
      expect(allergensIn([nut], ['peanut'])).toEqual([]);
    },
  );
});
