import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A printed page. */
export interface Printed {
  /** Sizes of its pages, width by height in mm. */
  readonly sizes: readonly string[];
}

/**
 * Prints the current page. A roll has no fixed length, so the printer gives its width. With E2E_SHOTS set to a folder it also saves the
 * PDF.
 */
export async function print(page: Page, name: string, roll?: { readonly width: string }): Promise<Printed> {
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    ...(roll ? { ...roll, height: '250mm' } : { format: 'A4' }),
  });
  const folder = process.env.E2E_SHOTS;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name.replaceAll(/[^\w]+/g, '-')}.pdf`), pdf);
  }
  const boxes = pdf
    .toString('latin1')
    .matchAll(/\/Type \/Page\b[^>]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]|\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return { sizes: [...boxes].map(([, w, h, w2, h2]) => `${millimetres(w ?? w2)}x${millimetres(h ?? h2)}`) };
}

function millimetres(points: string | undefined): number {
  return Math.round((Number(points) / 72) * 25.4);
}

/**
 * Finds all elements that are not wholly within their sheet, and sheets with content larger than themselves. Checked in print layout: a
 * selector names the sheet, and its parts are all elements with a text of their own.
 */
export function cutOff(page: Page, sheet: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const told: string[] = [];
    const sheets = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    if (sheets.length === 0) told.push(`no ${selector} is to be seen`);
    for (const [place, each] of sheets.entries()) {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = each;
      if (scrollHeight > clientHeight || scrollWidth > clientWidth)
        told.push(`sheet ${place + 1}: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`);
      const edge = each.getBoundingClientRect();
      const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const words = node.textContent?.trim();
        // Texts for screen readers only are clipped on purpose.
        const holder = node.parentElement as Element;
        if (!words || !holder.checkVisibility() || getComputedStyle(holder).position === 'absolute') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const inside = box.left >= edge.left - 1 && box.right <= edge.right + 1;
        if (!(inside && box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1))
          told.push(`sheet ${place + 1}: “${words.slice(0, 60)}”`);
      }
    }
    return told;
  }, sheet);
}
