import { useEffect, useLayoutEffect, useRef } from 'react';

const FAR = 'tbody[data-far]';

/**
 * Has the far blocks of a long table (`tbody[data-far]`) laid out apart from it: by the widths of its columns, which its heading tells, and not
 * before they come near the screen or the browser has nothing else to do. As one table a thousand rows are laid out whole, and more than once.
 */
export function useFarRows(columns: unknown, rows: unknown) {
  const table = useRef<HTMLTableElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other headings
  useEffect(() => (table.current?.querySelector(FAR) ? tellWidths(table.current) : undefined), [columns, rows]);
  // Before anything is drawn: rows that were laid out are others now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other elements
  useLayoutEffect(() => (table.current ? layOutWhenIdle(table.current) : undefined), [rows]);
  return table;
}

/** Keeps `--columns` of a table at the widths of its headings. */
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

/** Marks block after block as to be laid out wherever it is: a screen reader is told of no other rows. */
function layOutWhenIdle(table: HTMLTableElement): () => void {
  const blocks = [...table.querySelectorAll<HTMLElement>(FAR)];
  for (const block of blocks) block.removeAttribute('data-laid');
  let stopped = false;
  // Not known to every browser.
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
