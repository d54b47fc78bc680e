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

describe('allergensIn', () => {
  it('returns the allergens of an item that the student has', () => {
    expect(allergensIn(['milk', 'nuts', 'egg'], ['nuts', 'egg', 'fish'])).toEqual(['nuts', 'egg']);
  });

  it.each(proposed.en.map((english, place) => [english, proposed.sw[place] ?? '']))(
    'matches the English allergen %s with the Kiswahili %s in both directions',
    (english, kiswahili) => {
      expect(allergensIn([english], [kiswahili])).toEqual([english]);
      expect(allergensIn([kiswahili], [english])).toEqual([kiswahili]);
    },
  );

  it('nuts match every nut, and no other two allergens match each other', () => {
    expect(allergensIn(['peanut', 'tree nuts', 'milk'], ['njugu'])).toEqual(['peanut', 'tree nuts']);
    expect(allergensIn(proposed.en, ['karanga'])).toEqual(['peanut']);
    expect(allergensIn(proposed.sw, ['milk'])).toEqual(['maziwa']);
  });

  it.each(['almonds', 'walnut', 'hazelnuts', 'pistachio', 'pecans', 'macadamia', 'korosho', 'lozi'])(
    '%s are tree nuts and not peanuts',
    (nut) => {
      expect(allergensIn([nut], ['tree nuts'])).toEqual([nut]);
      expect(allergensIn([nut], ['peanut'])).toEqual([]);
    },
  );
});
