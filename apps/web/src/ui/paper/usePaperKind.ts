import { useState } from 'react';
import type { PaperKind } from './usePrint.tsx';

/** Name of each paper, which is the same in every language. */
export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  roll58: '58 mm',
  roll80: '80 mm',
  a5: 'A5',
  sheet: 'A4',
};

/** The paper of the printer at this device: the one that was chosen last for what is `keptAs`, and `usual` before that. */
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
