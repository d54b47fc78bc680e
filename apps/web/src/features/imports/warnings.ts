import type { ImportAnswer } from '@mfuko/contract/imports';

/** Cells of one kind that are taken once somebody has looked at them. */
export interface ImportWarning {
  readonly about: 'names' | 'phones';
  /** Names, or different phones. */
  readonly count: number;
  /** All that is to be looked at: a corrected number that brings another name in is another warning. */
  readonly shown: string;
}

export function warningsOf({ warnings }: ImportAnswer): ImportWarning[] {
  const phones = warnings.filter(({ why }) => why === 'shared-phone');
  const names = warnings.filter(({ why }) => why !== 'shared-phone');
  const shown = (of: ImportAnswer['warnings']) =>
    of.map(({ cell, value, known }) => [cell, value, known].join()).join('\n');
  const found: ImportWarning[] = [
    { about: 'names', count: names.length, shown: shown(names) },
    { about: 'phones', count: new Set(phones.map(({ value }) => value)).size, shown: shown(phones) },
  ];
  return found.filter(({ count }) => count > 0);
}
