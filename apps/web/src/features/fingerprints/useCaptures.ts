import { useEffect, useRef, useState } from 'react';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';

/** Captures a finger up to `most` times; the reader takes the next capture once the finger has been lifted. */
export function useCaptures(most: number) {
  const scanner = useScanner();
  const { template } = scanner.state;
  const [captures, setCaptures] = useState<readonly ReturnType<typeof pictureFields>[]>([]);
  const flush = useRef(scanner.flush);
  flush.current = scanner.flush;
  const count = useRef(0);
  useEffect(() => {
    if (!template || count.current === most) return;
    count.current += 1;
    setCaptures((before) => [...before, pictureFields(template)]);
    // The last capture stays visible.
    if (count.current < most) flush.current();
  }, [template, most]);
  function again() {
    count.current = 0;
    setCaptures([]);
    scanner.flush();
  }
  return { captures, scanner, again };
}
