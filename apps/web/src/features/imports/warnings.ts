import type { ImportAnswer } from '@mfuko/contract/imports';

/** Warning about cells that are accepted once the user has checked them. */
export interface ImportWarning {
  readonly about: 'names' | 'phones';
  /** Number of names, or of different phones. */
  readonly count: number;
  /** All values to check, joined: a correction that brings in another name makes another warning. */
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
