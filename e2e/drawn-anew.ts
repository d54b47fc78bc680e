import type { Page } from 'playwright-core';

/** A control that was replaced while it was being pressed, though the screen shows one with the same text again. */
export interface Loss {
  readonly how: 'drawn anew' | 'moved' | 'hidden';
  readonly words: string;
  readonly path: string;
}

/** Watches a page, from its next load on, for controls that are lost; the returned function reports those lost since its last call. */
export async function watchControls(page: Page): Promise<() => Promise<Loss[]>> {
  let losses: Loss[] = [];
  await page.exposeBinding('tellLoss', (_source, loss: Loss) => void losses.push(loss));
  await page.addInitScript(watch);
  return async () => {
    // Losses that the page has already sent arrive before this answer.
    await page.evaluate(() => undefined);
    const told = losses;
    losses = [];
    return told;
  };
}

/** Runs in the page. */
function watch(): void {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=checkbox], [role=combobox], [role=switch], [role=tab]';
  /** Minimum age in milliseconds of a control that a user can have begun to press; the next constant is in milliseconds too. */
  const STOOD_MS = 120;
  /** Maximum gap in milliseconds: a control that comes later is a different one. */
  const GONE_MS = 900;
  const since = new WeakMap<Element, number>();
  const gone = new Map<string, { at: number; control: Element }>();
  const tell = (loss: Loss) => (window as unknown as { tellLoss(loss: Loss): void }).tellLoss(loss);
  const wordsOf = (control: Element) =>
    [
      control.tagName,
      control.getAttribute('aria-label') ?? control.id.replace(/^.*:.*$/, ''),
      control.getAttribute('href'),
      control.textContent,
    ]
      .filter(Boolean)
      .join(' ');
  const controlsIn = (node: Node): Element[] =>
    node instanceof Element ? [...(node.matches(CONTROLS) ? [node] : []), ...node.querySelectorAll(CONTROLS)] : [];
  const note = (how: Loss['how'], control: Element) =>
    tell({ how, words: wordsOf(control).slice(0, 90), path: location.pathname });
  const stood = (control: Element) => performance.now() - (since.get(control) ?? performance.now()) > STOOD_MS;

  new MutationObserver((changes) => {
    const added = new Set<Element>();
    const removed = new Set<Element>();
    for (const { type, target, addedNodes, removedNodes } of changes) {
      if (type === 'attributes') {
        // React hides everything that shares a boundary with a suspended part in this way.
        const { style } = target as HTMLElement;
        if (style.display !== 'none' || style.getPropertyPriority('display') !== 'important') continue;
        for (const control of controlsIn(target)) if (stood(control)) note('hidden', control);
        continue;
      }
      for (const node of removedNodes) for (const control of controlsIn(node)) removed.add(control);
      for (const node of addedNodes) for (const control of controlsIn(node)) added.add(control);
    }
    const now = performance.now();
    for (const control of removed) {
      if (!stood(control)) continue;
      if (control.isConnected) note('moved', control);
      else gone.set(wordsOf(control), { at: now, control });
    }
    for (const control of added) {
      if (!control.isConnected) continue;
      if (!since.has(control)) since.set(control, now);
      const before = gone.get(wordsOf(control));
      if (before && before.control !== control && now - before.at < GONE_MS) note('drawn anew', control);
      gone.delete(wordsOf(control));
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
}
