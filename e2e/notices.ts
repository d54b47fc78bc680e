import type { Page } from 'playwright-core';

/** Lists the texts and controls of the screen, its menu and its dialogs that a notice covers; throws if there is no notice. */
export function coveredByNotices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const notices = [...document.querySelectorAll('.mantine-Notification-root')].map((it) =>
      it.getBoundingClientRect(),
    );
    if (notices.length === 0) throw new Error('no notice is to be seen');
    const told: string[] = [];
    for (const part of document.querySelectorAll('main, nav, [role=dialog]')) {
      const edge = part.getBoundingClientRect();
      for (const element of part.querySelectorAll('h1, h2, p, label, a, button, input, td, th')) {
        if (!element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        // A menu that is longer than its container is cut off at its end.
        const top = Math.max(box.top, edge.top);
        const bottom = Math.min(box.bottom, edge.bottom);
        const under = notices.some(
          (notice) => box.left < notice.right && box.right > notice.left && top < notice.bottom && bottom > notice.top,
        );
        if (under && bottom > top) told.push(`${element.tagName} ${element.textContent?.trim().slice(0, 40)}`);
      }
    }
    return told;
  });
}
