import type { Browser, BrowserContext } from 'playwright-core';

/** Duration of each click in milliseconds. Playwright releases at once, as no user does. */
const HELD_MS = Number(process.env.E2E_HELD ?? 0);
/** As with a locator, several matches are an error. */
const ONE = { strict: true };
let isHeld = false;

type Act = (this: Presser, selector: string, options?: object) => Promise<void>;

/** Frame of a page, through which every click of a locator or a page goes. */
interface Presser {
  click: Act;
  check: Act;
  uncheck: Act;
  setChecked(selector: string, checked: boolean, options?: object): Promise<void>;
  isChecked(selector: string, options?: object): Promise<boolean>;
}

/**
 * With E2E_HELD set to 120 every click in this process is held as long as a user holds it, so that clicks that get lost meanwhile are
 * found.
 */
export async function holdPresses(browser: Browser | BrowserContext): Promise<void> {
  if (HELD_MS === 0 || isHeld) return;
  isHeld = true;
  const page = await browser.newPage();
  hold(Object.getPrototypeOf(page.mainFrame()) as Presser);
  await page.close();
}

function hold(frames: Presser): void {
  const { click } = frames;
  frames.click = function (selector, options) {
    return click.call(this, selector, { delay: HELD_MS, ...options });
  };
  // Replaced, since Playwright's own implementation has no hold time.
  frames.setChecked = async function (selector, checked, options) {
    if ((await this.isChecked(selector, ONE)) === checked) return;
    await this.click(selector, options);
    if ((await this.isChecked(selector, ONE)) !== checked) throw new Error('Its press did not change the box.');
  };
  frames.check = function (selector, options) {
    return this.setChecked(selector, true, options);
  };
  frames.uncheck = function (selector, options) {
    return this.setChecked(selector, false, options);
  };
}
