import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Paper.module.css';

/** Paper: a sheet of A4 or A5, or the roll of a receipt printer, 58 or 80 mm wide. */
export type PaperKind = 'sheet' | 'a5' | 'roll58' | 'roll80';

/** A part of the paper that does not come is not waited for longer. */
const PATIENCE_MS = 3_000;

/** Resolves once every part of the paper is there (`aria-busy` marks one on its way), and every picture decoded: what is not yet would be left out. */
async function drawn(sheet: RefObject<HTMLElement | null>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (sheet.current?.querySelector('[aria-busy="true"]') && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
  // A picture that cannot be read leaves its place empty, and the paper is printed all the same.
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
}

/**
 * Prints `content` alone: it stands beside the console for as long as that takes, so that nothing of a screen, a drawer or a
 * dialog takes room on the paper. Put `paper` anywhere into the screen.
 */
export function usePrint(
  kind: PaperKind,
  content: ReactNode,
  onPrinted?: () => void,
): { print: () => void; paper: ReactNode } {
  const [prints, setPrints] = useState(0);
  const [printing, setPrinting] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press prints once more
  useEffect(() => {
    if (!printing) return;
    let gone = false;
    const done = () => {
      setPrinting(false);
      onPrinted?.();
    };
    window.addEventListener('afterprint', done);
    void drawn(sheet).then(() => {
      if (!gone) window.print();
    });
    return () => {
      gone = true;
      window.removeEventListener('afterprint', done);
    };
  }, [printing, prints]);
  return {
    print: () => {
      setPrinting(true);
      setPrints(prints + 1);
    },
    paper:
      printing &&
      createPortal(
        <div ref={sheet} className={classes.paper} data-paper={kind}>
          {content}
        </div>,
        document.body,
      ),
  };
}
