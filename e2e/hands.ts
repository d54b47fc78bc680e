import type { Locator, Page } from 'playwright-core';

/** Pointer that presses a control, and releases it after an event. */
interface Hand {
  down(at: Locator): Promise<void>;
  up(): Promise<void>;
}

/** Mouse: the click goes to the element under the pointer at the release. */
export async function mouse(page: Page): Promise<Hand> {
  return {
    async down(at) {
      const { x, y } = await middleOf(at);
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    up: () => page.mouse.up(),
  };
}

/** Touch: the click goes to the element under the finger when it is lifted. */
export async function finger(page: Page): Promise<Hand> {
  const device = await page.context().newCDPSession(page);
  return {
    async down(at) {
      await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middleOf(at)] });
    },
    async up() {
      await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}

export async function middleOf(at: Locator): Promise<{ x: number; y: number }> {
  const box = await at.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A screen with a button, and the late content that moves the button. */
export interface Screen {
  readonly path: string;
  readonly name: string;
  readonly comes: readonly string[];
}

/** Presses a button while it moves, unless the change does nothing; returns the buttons that received a click. */
export async function pressMoving(
  page: Page,
  { path, name, comes }: Screen,
  change: ((button: HTMLElement) => void) | null,
  away = 0,
): Promise<string[]> {
  await page.goto(new URL(path, page.url()).href);
  const button = page.getByRole('button', { name });
  for (const part of comes) await page.locator(part).first().waitFor();
  const { x, y } = await middleOf(button);
  const handle = await button.elementHandle();
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    document.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element ? target.closest('button') : null;
      if (pressed) heard.push(pressed.textContent ?? '');
    });
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (change) {
    await handle?.evaluate((pressed) => {
      const notice = document.createElement('div');
      notice.style.height = '90px';
      pressed.closest('main')?.prepend(notice);
    });
    await handle?.evaluate(change as (element: Node) => void);
  }
  if (away) await page.mouse.move(x, y + away);
  await page.mouse.up();
  // After the task in which the press ended.
  return page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 0));
    return (window as unknown as { heard: string[] }).heard;
  });
}
