/**
 * Words for one allergen: those that the screens propose in English and in Kiswahili, and their common spellings. An item may be
 * written down in one language and a student in the other. A word that may mean either kind of nut stands with both.
 */
const ONE_AND_THE_SAME: readonly (readonly string[])[] = [
  ['peanut', 'peanuts', 'groundnut', 'groundnuts', 'nut', 'nuts', 'karanga', 'njugu', 'njugu karanga', 'njugu nyasa'],
  [
    'tree nut',
    'tree nuts',
    'nut',
    'nuts',
    'njugu',
    'njugu za miti',
    'cashew',
    'cashews',
    'korosho',
    'almond',
    'almonds',
    'lozi',
    'walnut',
    'walnuts',
    'hazelnut',
    'hazelnuts',
    'pistachio',
    'pistachios',
    'pecan',
    'pecans',
    'macadamia',
    'macadamias',
  ],
  ['milk', 'dairy', 'maziwa'],
  ['egg', 'eggs', 'yai', 'mayai'],
  ['fish', 'samaki'],
  ['shellfish', 'prawn', 'prawns', 'shrimp', 'shrimps', 'crab', 'crabs', 'kamba', 'kaa', 'kamba na kaa'],
  ['wheat', 'gluten', 'ngano'],
  ['soya', 'soy', 'soya beans', 'soybeans'],
  ['sesame', 'simsim', 'ufuta'],
  ['bean', 'beans', 'maharagwe', 'maharage'],
  ['pork', 'nguruwe', 'nyama ya nguruwe'],
];

/** Those allergens of an item that a student may not have, in the item's own words. */
export function allergensIn(item: readonly string[], student: readonly string[]): string[] {
  return item.filter((allergen) => student.some((other) => isSameAllergen(allergen, other)));
}

/** Tells whether two words, both in small letters, warn of one allergen. */
function isSameAllergen(one: string, other: string): boolean {
  return one === other || ONE_AND_THE_SAME.some((words) => words.includes(one) && words.includes(other));
}
