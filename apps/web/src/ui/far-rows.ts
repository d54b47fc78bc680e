import { useEffect, useLayoutEffect, useRef } from 'react';

const FAR = 'tbody[data-far]';

/**
 * Lays out the far blocks of a long table (`tbody[data-far]`) separately, with the column widths of the heading, and only when they come
 * near the viewport or the browser is idle. As one table, a thousand rows would be laid out completely, and more than once.
 */
export function useFarRows(columns: unknown, rows: unknown) {
  const table = useRef<HTMLTableElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other headings
  useEffect(() => (table.current?.querySelector(FAR) ? tellWidths(table.current) : undefined), [columns, rows]);
  // Runs before the paint, because other rows replace those that were laid out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other elements
  useLayoutEffect(() => (table.current ? layOutWhenIdle(table.current) : undefined), [rows]);
  return table;
}

/** Keeps the custom properties `--columns` and `--columns-together` of a table at the widths of its headings. */
function tellWidths(table: HTMLTableElement): () => void {
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])];
  const watch = new ResizeObserver(() => {
    const widths = headings.map((heading) => heading.getBoundingClientRect().width);
    table.style.setProperty('--columns', widths.map((width) => `${width}px`).join(' '));
    table.style.setProperty('--columns-together', `${widths.reduce((sum, width) => sum + width, 0)}px`);
  });
  for (const heading of headings) watch.observe(heading);
  return () => watch.disconnect();
}

/** Marks one block after the other for layout wherever it is, so that a screen reader finds all rows. */
function layOutWhenIdle(table: HTMLTableElement): () => void {
  const blocks = [...table.querySelectorAll<HTMLElement>(FAR)];
  for (const block of blocks) block.removeAttribute('data-laid');
  let stopped = false;
  // Some browsers lack requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => window.setTimeout(work, 50));
  const next = () => {
    if (stopped) return;
    blocks.shift()?.setAttribute('data-laid', '');
    if (blocks.length > 0) whenIdle(next);
  };
  whenIdle(next);
  return () => {
    stopped = true;
  };
}
