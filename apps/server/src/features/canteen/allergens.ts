/**
 * Synonyms of each allergen: the words that the screens propose in English and Kiswahili, and common spellings, because an item may be
 * entered in one language and a student's allergy in the other. A word that may mean either kind of nut is listed with both.
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

/** Returns the item's allergens that the student may not have, in the item's words. */
export function allergensIn(item: readonly string[], student: readonly string[]): string[] {
  return item.filter((allergen) => student.some((other) => isSameAllergen(allergen, other)));
}

/** Tells whether two lower-case words name the same allergen. */
function isSameAllergen(one: string, other: string): boolean {
  return one === other || ONE_AND_THE_SAME.some((words) => words.includes(one) && words.includes(other));
}
