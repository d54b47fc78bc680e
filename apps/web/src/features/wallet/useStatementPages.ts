import type { StatementSheet } from '@mfuko/contract/statements';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Heights, pagesOf, type StatementPage } from './statement-pages.ts';

interface MeasuredPages {
  readonly pages: readonly StatementPage[];
  /** Everything stands on one long page as wide as the paper, to be measured before it is painted. */
  readonly measuring: boolean;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/**
 * Pages of a statement on A4, by what the browser measures: words of two languages, long references and long names of schools wrap
 * where they like. A roll has no pages. Measured anew where `key` (the words) changes, and once the fonts have come.
 */
export function useStatementPages(sheet: StatementSheet, narrow: boolean, key: string): MeasuredPages {
  const ref = useRef<HTMLDivElement>(null);
  const fonts = useFontsReady();
  const wanted = `${fonts} ${key}`;
  const [measured, setMeasured] = useState<{ sheet: StatementSheet; key: string; heights: Heights }>();
  const known = measured?.sheet === sheet && measured.key === wanted ? measured.heights : undefined;
  const measuring = !narrow && known === undefined;
  useLayoutEffect(() => {
    if (measuring && ref.current) setMeasured({ sheet, key: wanted, heights: heightsOf(ref.current) });
  }, [measuring, sheet, wanted]);
  const whole = [{ lines: sheet.lines, first: true, last: true }];
  return { pages: narrow || !known ? whole : pagesOf(sheet.lines, known), measuring, ref };
}

function useFontsReady(): boolean {
  // The environment of the component tests has no fonts.
  const [ready, setReady] = useState(() => document.fonts?.status !== 'loading');
  useEffect(() => {
    if (!ready) void document.fonts.ready.then(() => setReady(true));
  }, [ready]);
  return ready;
}

/** Heights within a page on which everything stands, and whose own least height is that of the paper. */
function heightsOf(page: HTMLElement): Heights {
  const part = (name: string) => heightOf(page.querySelector(`[data-part="${name}"]`));
  const paper = Number.parseFloat(getComputedStyle(page).minHeight) || Number.POSITIVE_INFINITY;
  // A page laid out by itself rounds its borders otherwise than the long one.
  const room = paper - 4 - heightOf(page.querySelector('thead')) - part('foot');
  const [opening = 0, ...lines] = [...page.querySelectorAll('tbody > tr')].map(heightOf);
  return {
    first: room - part('head'),
    next: room - part('running'),
    opening,
    lines,
    sums: heightOf(page.querySelector('tfoot')),
  };
}

function heightOf(element: Element | null): number {
  return element?.getBoundingClientRect().height ?? 0;
}
