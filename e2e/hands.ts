import type { Locator, Page } from 'playwright-core';

/** A hand that presses a control, and lets go once something has happened. */
interface Hand {
  down(at: Locator): Promise<void>;
  up(): Promise<void>;
}

/** A mouse, whose press ends where the pointer is then. */
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

/** A finger, which clicks only as it is lifted, on whatever is below it then. */
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

/** A screen with a button, and what moves it by itself as it comes. */
export interface Screen {
  readonly path: string;
  readonly name: string;
  readonly comes: readonly string[];
}

/** Presses a button that moves meanwhile, unless it is changed by nothing; answers the buttons that heard a click. */
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
  // Behind the task in which the press ended.
  return page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 0));
    return (window as unknown as { heard: string[] }).heard;
  });
}
