import { useState } from 'react';
import type { PaperKind } from './usePrint.tsx';

/** Names of the papers, which are the same in all languages. */
export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  roll58: '58 mm',
  roll80: '80 mm',
  a5: 'A5',
  sheet: 'A4',
};

/** Paper of this device's printer: the last choice for `keptAs`, and `usual` before the first choice. */
export function usePaperKind<Kind extends PaperKind>(
  keptAs: string,
  kinds: readonly Kind[],
  usual: Kind,
): [Kind, (kind: Kind) => void] {
  const [kind, setKind] = useState<Kind>(() => kinds.find((each) => each === localStorage.getItem(keptAs)) ?? usual);
  return [
    kind,
    (next) => {
      localStorage.setItem(keptAs, next);
      setKind(next);
    },
  ];
}
