import type { ImportAnswer } from '@mfuko/contract/imports';

/** Cells of one kind that are taken once somebody has looked at them. */
export interface Doubt {
  readonly about: 'names' | 'phones';
  /** Names, or different phones. */
  readonly count: number;
  /** All that is to be looked at: a mended number that brings another name in is another doubt. */
  readonly shown: string;
}

export function doubtsOf({ warnings }: ImportAnswer): Doubt[] {
  const phones = warnings.filter(({ why }) => why === 'shared-phone');
  const names = warnings.filter(({ why }) => why !== 'shared-phone');
  const shown = (of: ImportAnswer['warnings']) =>
    of.map(({ cell, value, known }) => [cell, value, known].join()).join('\n');
  const doubts: Doubt[] = [
    { about: 'names', count: names.length, shown: shown(names) },
    { about: 'phones', count: new Set(phones.map(({ value }) => value)).size, shown: shown(phones) },
  ];
  return doubts.filter(({ count }) => count > 0);
}
