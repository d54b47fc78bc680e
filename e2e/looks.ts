import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The last one is a usual screen at 200 %. */
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 683, height: 384 },
] as const;
/** Rules about colours. All other rules give the same result in both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly why: string }[];
}

type Size = (typeof SIZES)[number];
type Theme = 'light' | 'dark';
type Language = 'en' | 'sw';
interface Look {
  readonly theme: Theme;
  readonly size: Size;
  /** Defaults to English. */
  readonly language?: Language;
}

const [WIDE, PHONE, TABLET, ENLARGED] = SIZES;
const USUAL: Look = { theme: 'light', size: WIDE };

/**
 * Checks the screen in its current state, light and dark, wide and phone: axe must find nothing, and nothing may overflow horizontally.
 * With E2E_SHOTS set to a folder it also saves a screenshot of each.
 */
export async function checkScreenFully(page: Page, name: string): Promise<void> {
  // Ordered such that one property changes at a time, since each change causes a new layout.
  await look(
    page,
    name,
    USUAL,
    { theme: 'light', size: PHONE },
    { theme: 'dark', size: PHONE },
    { theme: 'dark', size: WIDE },
  );
}

/** Checks a state of a screen that is checked in full elsewhere: like `checkScreenFully` when screenshots are saved, otherwise like `spotCheckScreen`. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await (process.env.E2E_SHOTS ? checkScreenFully : spotCheckScreen)(page, name);
}

/** Checks like `checkScreen`, but only in the nightly run: for a path through screens that have their own journeys. */
export async function checkScreenNightly(page: Page, name: string): Promise<void> {
  if (process.env.SUITE !== 'change') await checkScreen(page, name);
}

/**
 * Checks a screen of the console once at each size, and twice in each theme and language: on a tablet and at 200 % in Kiswahili, whose
 * words are longer. The first two checks use all rules of axe, the others only those about colours; nothing may overflow or be cut off in
 * any. For screens within the console's frame, which has the language switch.
 */
export async function checkScreenVariants(page: Page, name: string): Promise<void> {
  await look(
    page,
    name,
    USUAL,
    { theme: 'dark', size: PHONE },
    { theme: 'dark', size: ENLARGED, language: 'sw' },
    { theme: 'light', size: TABLET, language: 'sw' },
  );
}

/**
 * Checks a state of a screen that is checked in full elsewhere: light on the wide screen or dark on the phone, chosen by the state's
 * name; both with E2E_LOOKS=all, as in the nightly run.
 */
export async function spotCheckScreen(page: Page, name: string): Promise<void> {
  if (process.env.E2E_LOOKS === 'all') return spotCheckBothThemes(page, name);
  const letters = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  await spotCheckTheme(page, name, letters % 2 === 0 ? 'light' : 'dark');
}

/** Checks light on the wide screen and dark on the phone, in every run. */
export async function spotCheckBothThemes(page: Page, name: string): Promise<void> {
  await look(page, name, USUAL, { theme: 'dark', size: PHONE });
}

/** Checks only once, light on the wide screen or dark on the phone: for states that many screens share. */
export async function spotCheckTheme(page: Page, name: string, theme: Theme): Promise<void> {
  await look(page, name, { theme, size: theme === 'light' ? WIDE : PHONE });
}

async function look(page: Page, name: string, ...looks: readonly Look[]): Promise<void> {
  const judged = new Map<Size, string[]>();
  // Cut-off texts are checked only where a screen is checked in each language.
  const all = looks.some(({ language }) => language !== undefined);
  // The usual variant comes last: the screen is left as it was found, which saves one layout.
  const ordered = [...looks.filter((each) => each !== USUAL), ...looks.filter((each) => each === USUAL)];
  let now = USUAL;
  for (const next of ordered) {
    await change(page, now, next);
    now = next;
    const where = [name, now.theme, now.size.width, ...(now.language ? [now.language] : [])].join(', ');
    await keepPicture(page, where, now.theme);
    const before = judged.get(now.size) ?? [];
    const found = await judge(page, now.theme, now.language !== undefined, before);
    judged.set(now.size, [...before, found.layout]);
    const told = found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.why})`).join(' | ')}`,
    );
    expect([where, ...told]).toEqual([where]);
    expect([where, 'hangs over by', found.hangsOver]).toEqual([where, 'hangs over by', 0]);
    if (all) expect([where, 'cuts', ...(await cutTexts(page))]).toEqual([where, 'cuts']);
  }
  if (now !== USUAL) await change(page, now, USUAL);
}

async function change(page: Page, from: Look, to: Look): Promise<void> {
  // Moved away, since the mouse could otherwise hover over an element with a tooltip.
  if (to.size !== from.size) await page.mouse.move(0, 0);
  if (to.size !== from.size) await page.setViewportSize(to.size);
  const { language = 'en' } = to;
  if (language !== (from.language ?? 'en')) {
    await page.getByRole('button', { name: new RegExp(`^${language.toUpperCase()}: `) }).click();
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    await page.mouse.move(0, 0);
  }
  await page.emulateMedia({ colorScheme: to.theme, reducedMotion: 'reduce' });
}

/**
 * Finds texts that cannot be read in full: wider than their container, which neither scrolls nor shows them in another way; and texts
 * beyond the right edge, except in a table that scrolls sideways.
 */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { overflowX, display, clipPath } = getComputedStyle(element);
      const { width, height, right } = element.getBoundingClientRect();
      // Texts for screen readers only.
      if (width <= 2 || height <= 2 || clipPath !== 'none' || display === 'inline') continue;
      const isCut = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isOff = right > innerWidth + 1 && !element.closest('table, [class*=ScrollArea], pre');
      if ((isCut && element.closest('[title]') === null) || isOff)
        told.push(`${element.tagName} ${element.textContent?.trim().slice(0, 60)}`);
    }
    return told;
  });
}

interface Judged {
  /** Hash of the screen without its colours. */
  readonly layout: string;
  readonly violations: readonly Violation[];
  /** Hashes of the frame's parts that passed all rules in this check. */
  readonly framed: readonly string[];
  /** Horizontal overflow in pixels. */
  readonly hangsOver: number;
}

/**
 * Checks the screen once its animations have ended: by all of axe's rules, or only by those about colours if requested or if this layout
 * has been checked before. In a single call, since each call takes as long as many rules.
 */
async function judge(page: Page, theme: Theme, onlyColours: boolean, judged: readonly string[]): Promise<Judged> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const folder = inject('judgedFrames');
  const known = readdirSync(folder);
  const found = await page.evaluate(judgeInPage, { theme, onlyColours, judged, ofColours: OF_COLOURS, known });
  if (found.violations.length === 0) for (const part of found.framed) writeFileSync(join(folder, part), '');
  return found;
}

interface Asked {
  readonly theme: Theme;
  readonly onlyColours: boolean;
  readonly judged: readonly string[];
  readonly ofColours: readonly string[];
  /** Parts of the frame that have passed before, in any journey. */
  readonly known: readonly string[];
}

/** Runs in the page, so it contains everything that it calls. */
async function judgeInPage({ theme, onlyColours, judged, ofColours, known }: Asked): Promise<Judged> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (document.documentElement.dataset.mantineColorScheme !== theme) await frame();
  await frame();
  await frame();
  // Waits for animations after a change, since axe would measure intermediate colours. Endless ones (the loader of a button whose call
  // waits for a dialog's answer) are not waited for.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((animation) => animation.finished));

  // Without decorative icons, and without the name of the theme on the theme switch.
  const elements = [...document.body.querySelectorAll('*:not(svg[aria-hidden=true], svg[aria-hidden=true] *)')];
  const told = elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value.replace(/dark|light/, '')}`);
    return [element.tagName, x, y, width, height, seen, ...attributes].join();
  });
  const hash = async (text: string) => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const layout = await hash(told.join('\n') + document.title + document.body.textContent);

  // A part of the frame that has passed with the same markup, in the same theme and at the same size, is not checked again. Numbers are
  // ignored, and one of the links is the screen's own.
  const names = /^aria-(controls|labelledby|describedby)$/;
  const kind = onlyColours || judged.includes(layout) ? 'colours' : 'all';
  const sides = [...document.querySelectorAll('nav, header')].filter((part) => !part.closest('main, [role=dialog]'));
  const parts = await Promise.all(
    sides.map(async (part) => {
      const markup = [...part.querySelectorAll('*')].map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        const words = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : ''));
        const attributes = [...element.attributes].map(({ name, value }) => {
          if (name === 'id' || name === 'aria-current') return '';
          // Ids differ between pages, so only the existence of the referenced elements counts.
          return names.test(name) ? value.split(' ').every((id) => document.getElementById(id)) : `${name}=${value}`;
        });
        return [element.tagName, seen, width, height, [...attributes, ...words].join().replaceAll(/\d+/g, '0')].join();
      });
      const own = part.querySelector('[aria-current]') !== null;
      return {
        part,
        key: await hash(
          [theme, innerWidth, innerHeight, (part.cloneNode() as Element).outerHTML, own, ...markup].join('\n'),
        ),
      };
    }),
  );
  const before = parts.filter(({ key }) => known.includes(`${key}-${kind}`));
  // Colours of covered elements cannot be determined.
  const isCovered = document.querySelector('[role=dialog], [role=menu], [role=listbox], [role=tooltip]') !== null;
  const now = isCovered ? [] : parts.filter((each) => !before.includes(each)).map(({ key }) => key);
  const framed = now.flatMap((key) => (kind === 'all' ? [`${key}-all`, `${key}-colours`] : [`${key}-colours`]));

  // Only the first rows of a long list are checked, since all rows are alike.
  const long = [['tbody tr:nth-child(n + 30)'], ['tbody:nth-of-type(n + 2)'], ['main li:nth-child(n + 30)']];
  const exclude = [...long, ...before.map(({ part }) => part)];
  type Found = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };
  const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<Found> } };
  const some = kind === 'colours' ? { runOnly: { type: 'rule', values: ofColours } } : {};
  // Passed rules need no description of their elements.
  const options = { resultTypes: ['violations'], selectors: false, ...some };
  let { violations } = await axe.run({ exclude }, options);
  // Persistent violations: still present once a colour transition between themes has ended. Polled quickly at first, since most
  // transitions end at once, and then more slowly.
  const until = Date.now() + 10_000;
  for (let pause = 100; violations.length > 0 && Date.now() < until; pause = Math.min(pause * 2, 1_500)) {
    await new Promise((done) => setTimeout(done, pause));
    ({ violations } = await axe.run({ exclude }, options));
  }
  return {
    layout,
    framed,
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary = '' }) => ({
        html,
        why: failureSummary.split('\n').at(1)?.trim() ?? '',
      })),
    })),
    hangsOver: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}

async function keepPicture(page: Page, where: string, theme: Theme): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, theme);
  await page.screenshot({ path: join(folder, `${where.replaceAll(/[^\w]+/g, '-')}.png`), animations: 'disabled' });
}
