import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly why: string }[];
}

/**
 * Looks at the screen as it stands, light and dark, wide and phone: axe must find nothing, and nothing may hang over the
 * side. With E2E_SHOTS set to a folder it also keeps a picture of each.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await looks(page, name, { light: SIZES, dark: SIZES });
}

/** The same, but light on the wide screen and dark on the phone only: for states of a screen that was looked at whole. */
export async function glanceAt(page: Page, name: string): Promise<void> {
  await looks(page, name, { light: [SIZES[0]], dark: [SIZES[1]] });
}

/** One look only, light on the wide screen or dark on the phone: for states that many screens have in common. */
export async function glimpseOf(page: Page, name: string, theme: 'light' | 'dark'): Promise<void> {
  const size = theme === 'light' ? SIZES[0] : SIZES[1];
  await looks(page, name, { light: [], dark: [], [theme]: [size] });
}

async function looks(
  page: Page,
  name: string,
  sizesOf: Readonly<Record<'light' | 'dark', readonly (typeof SIZES)[number][]>>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (sizesOf[colorScheme].length === 0) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, colorScheme);
    for (const size of sizesOf[colorScheme]) {
      await page.setViewportSize(size);
      await settled(page);
      const where = `${name}, ${colorScheme}, ${size.width}`;
      await keepPicture(page, where);
      const violations = await lastingViolations(page);
      const told = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.why})`).join(' | ')}`,
      );
      expect([where, ...told]).toEqual([where]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([where, 'hangs over by', wide]).toEqual([where, 'hangs over by', 0]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(SIZES[0]);
}

/** What axe still finds once colours that are on their way from one theme to the other have arrived. */
async function lastingViolations(page: Page): Promise<Violation[]> {
  const until = Date.now() + 10_000;
  let found = await runAxe(page);
  while (found.length > 0 && Date.now() < until) {
    await page.waitForTimeout(100);
    found = await runAxe(page);
  }
  return found;
}

async function runAxe(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };
    const axe = (window as unknown as { axe: { run(options: object): Promise<Found> } }).axe;
    // What is in order needs no description of each of its elements.
    return (await axe.run({ resultTypes: ['violations'], selectors: false })).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary = '' }) => ({
        html,
        why: failureSummary.split('\n').at(1)?.trim() ?? '',
      })),
    }));
  });
}

/** Colours and sheets move for a moment after a change; axe would measure a colour on its way. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}

async function keepPicture(page: Page, where: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${where.replaceAll(/[^\w]+/g, '-')}.png`) });
}
