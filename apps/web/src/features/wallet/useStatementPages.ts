import type { StatementSheet } from '@mfuko/contract/statements';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Heights, pagesOf, type StatementPage } from './statement-pages.ts';

interface MeasuredPages {
  readonly pages: readonly StatementPage[];
  /** True while everything is rendered on one long page of the paper's width, to be measured before the first paint. */
  readonly measuring: boolean;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/**
 * Splits a statement into A4 pages by measured heights, since texts and names wrap differently. A roll has no pages. Measures again when
 * `key` (the texts) changes, and once the fonts have loaded.
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
  // jsdom has no font loading API.
  const [ready, setReady] = useState(() => document.fonts?.status !== 'loading');
  useEffect(() => {
    if (!ready) void document.fonts.ready.then(() => setReady(true));
  }, [ready]);
  return ready;
}

/** Measures the heights on the long page, whose minimum height is the paper's. */
function heightsOf(page: HTMLElement): Heights {
  const part = (name: string) => heightOf(page.querySelector(`[data-part="${name}"]`));
  const paper = Number.parseFloat(getComputedStyle(page).minHeight) || Number.POSITIVE_INFINITY;
  // Tolerance: a single page rounds its borders differently from the long one.
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
