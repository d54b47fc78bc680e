import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Paper.module.css';

/** Paper: a sheet of A4 or A5, or the roll of a receipt printer, 58 or 80 mm wide. */
export type PaperKind = 'sheet' | 'a5' | 'roll58' | 'roll80';

/** Longest wait for a part of the paper that fails to load, in milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * Resolves once all parts of the paper are rendered (`aria-busy` marks a pending one) and all pictures are decoded; pending ones would be
 * missing in print.
 */
async function drawn(sheet: RefObject<HTMLElement | null>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (sheet.current?.querySelector('[aria-busy="true"]') && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
  // A picture that cannot be decoded stays empty, and the paper is printed nevertheless.
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
}

/**
 * Prints `content` alone: it is rendered beside the console during the printing, so that no screen, drawer or dialog takes space on the
 * paper. Render `paper` anywhere in the screen.
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
