import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Paper.module.css';

/** Paper: a sheet of A4 or A5, or the roll of a receipt printer, 58 or 80 mm wide. */
export type PaperKind = 'sheet' | 'a5' | 'roll58' | 'roll80';

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
    // A picture that is not decoded yet would be left out.
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])].map((picture) =>
      picture.decode().catch(() => undefined),
    );
    void Promise.all(pictures).then(() => {
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
