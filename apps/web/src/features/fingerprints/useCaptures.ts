import { useEffect, useRef, useState } from 'react';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';

/** Captures of one finger, as many as are asked for: the reader takes the next one once the finger has been lifted. */
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
    // The last one stays in sight.
    if (count.current < most) flush.current();
  }, [template, most]);
  function again() {
    count.current = 0;
    setCaptures([]);
    scanner.flush();
  }
  return { captures, scanner, again };
}
