import type { Page } from 'playwright-core';

/** A control that went from under whoever pressed it, though the screen shows one with the same words again. */
export interface Loss {
  readonly how: 'drawn anew' | 'moved' | 'hidden';
  readonly words: string;
  readonly path: string;
}

/** Watches a page, from its next load on, for controls that are lost; answers those that were until now, and forgets them. */
export async function watchControls(page: Page): Promise<() => Promise<Loss[]>> {
  let losses: Loss[] = [];
  await page.exposeBinding('tellLoss', (_source, loss: Loss) => void losses.push(loss));
  await page.addInitScript(watch);
  return async () => {
    // Losses that the page has told arrive before this answer.
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
  /** Shorter, and nobody has begun to press it; in milliseconds, as is the next. */
  const STOOD_MS = 120;
  /** Longer, and it is another control that came for a reason of its own. */
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
        // As React hides whatever shares a boundary with a part that waits.
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
