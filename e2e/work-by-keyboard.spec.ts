import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoSchool } from './demo-school.testkit.ts';
import { type Journey, openJourney } from './journey.ts';
import { HAND } from './keys.ts';
import { spotCheckScreen } from './looks.ts';

/** An Admin of its own: the demonstration's has signed in for the calls. */
const ADMIN = '254711000901';
const STUDENT = '4001';
const PIN = '274951';
/** Whose cash-out somebody else has asked for. */
const ASKED = { admissionNumber: '4002', names: 'Wanjiru Njoroge' };

const school = demoSchool({
  office: async (office) => {
    await office.call('wallet/setLimits', { scope: 'school', approvalAbove: 600 });
    await office.call('wallet/requestApproval', { ...ASKED, amount: 800, reason: 'Bus fare home' });
  },
});

let journey: Journey;
let page: Page;
beforeAll(() => {
  ({ journey } = school());
  ({ page } = journey);
});

/** Returns the accessible name or text of the focused element; fails where no element has the focus, or the focus is invisible. */
async function focused(on: Page = page): Promise<string> {
  const { name, lost, seen } = await on.evaluate(() => {
    const at = document.activeElement;
    // A radio button of a segmented control is invisible; its label shows the focus.
    const shown = at instanceof HTMLInputElement && at.type === 'radio' ? at.nextElementSibling : at;
    const style = shown && getComputedStyle(shown);
    const box = shown?.getBoundingClientRect();
    const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])].map((label) => label.innerText) : [];
    const inside = !!box && box.bottom > 0 && box.top < window.innerHeight && box.width > 0;
    return {
      name: at?.getAttribute('aria-label') ?? (labels.join(' ') || (at instanceof HTMLElement ? at.innerText : '')),
      lost: at === null || at === document.body,
      // A title that was gone to is where a screen begins, and shows that by itself; a palette's field stands below its own line.
      seen:
        inside &&
        (at?.matches('h1, [role=combobox][data-autofocus]') ||
          (style?.outlineStyle !== 'none' && style?.outlineWidth !== '0px')),
    };
  });
  expect(lost, 'nothing has the focus').toBe(false);
  expect(seen, `nobody sees that ${name} has the focus`).toBe(true);
  return name.replace(/\s+/g, ' ').trim();
}

/** Presses Tab until something of that name has the focus; each stop on the way is seen. */
async function tabTo(name: RegExp, on: Page = page): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    await on.keyboard.press('Tab');
    if (await on.evaluate(() => document.activeElement === document.body)) continue;
    if (name.test(await focused(on))) return;
  }
  throw new Error(`No Tab leads to ${name}.`);
}

/** Opens a screen, or whatever the words find first, by the palette. */
async function go(words: string, option: RegExp, on: Page = page): Promise<void> {
  await on.keyboard.press('Control+k');
  await on
    .getByRole('combobox', { name: /^Search screens/ })
    .and(on.locator(':focus'))
    .waitFor();
  await on.keyboard.type(words);
  await on.getByRole('option', { name: option, selected: true }).waitFor();
  await on.keyboard.press('Enter');
}

const field = (name: string) => page.locator(`form [name=${name}]:focus`).waitFor();
const banded = (words: string) => page.getByRole('region', { name: 'Result' }).filter({ hasText: words }).waitFor();

/** Student and amount; the cash desk then waits for a PIN, or has taken the money in. */
async function type(amount: string): Promise<void> {
  await field('admissionNumber');
  await page.keyboard.type(STUDENT, HAND);
  await page.locator('form').filter({ hasText: /Grade/ }).waitFor();
  await page.keyboard.press('Enter');
  await field('amount');
  await page.keyboard.type(amount, HAND);
  await page.keyboard.press('Enter');
}

let receipt = '';

describe('work of a bursar by keyboard alone', () => {
  it("leads by Tab from the dashboard's tasks to its charts", async () => {
    await journey.open('school.dash', /./);
    // The heading of the page: the menu has one too, which may be rendered first.
    await page
      .getByRole('main')
      .getByRole('link', { name: /approv/i })
      .first()
      .waitFor();
    // Charts load after the page: Tab would skip the place of this chart, leave the page and start at its top.
    await page.getByRole('slider', { name: /^Pocket money, 30 days, KES/ }).waitFor();
    await page.locator('h1').focus();
    await tabTo(/approv/i);
    await tabTo(/^Pocket money, 30 days, KES/);
    const read = page.getByText(/· Paid in [\d,.]+ · Paid out/);
    const before = await read.first().textContent();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => read.first().textContent()).not.toBe(before);
    await focused();
  });

  it('takes a deposit by F2, and focuses the next number', async () => {
    await go('cash desk', /^Cash \w+ Cash Out/);
    await field('admissionNumber');
    await page.keyboard.press('F2');
    await type('1500');
    await banded('Paid in: KES 1,500.00');
    await field('admissionNumber');
    await focused();
  });

  it('pays out by F2, F3 and PIN, and replaces the amount of F4 by a typed one', async () => {
    await page.keyboard.press('F2');
    await page.keyboard.press('F3');
    await field('admissionNumber');
    await page.keyboard.type(STUDENT, HAND);
    await page.locator('form').filter({ hasText: /Grade/ }).waitFor();
    await page.keyboard.press('Enter');
    await field('amount');
    const amount = page.locator('form [name=amount]');
    await page.keyboard.press('F4');
    await expect.poll(() => amount.inputValue()).toMatch(/^\d,\d{3}/);
    for (const _ of await amount.inputValue()) await page.keyboard.press('Backspace');
    expect(await amount.inputValue()).toBe('');
    await page.keyboard.type('200', HAND);
    expect(await amount.inputValue()).toBe('200');
    await page.keyboard.press('Enter');
    await field('pin');
    await focused();
    await page.keyboard.type(PIN, HAND);
    await page.keyboard.press('Enter');
    await banded('Hand out KES 200.00');
    await field('admissionNumber');
  });

  it('shows the receipt by F8, and closes it by keyboard', async () => {
    await page.keyboard.press('F8');
    const paper = page.getByRole('region', { name: 'Receipt' });
    await paper.waitFor();
    receipt = /\b[0-9A-F]{12}\b/.exec(await paper.innerText())?.[0] ?? '';
    expect(receipt).not.toBe('');
    await focused();
    await spotCheckScreen(page, 'receipt by F8');
    await tabTo(/^Close receipt$/);
    await page.keyboard.press('Enter');
    await paper.waitFor({ state: 'detached' });
    await field('admissionNumber');
  });

  it('finds a payment by its receipt number, and opens its student', async () => {
    await go(receipt, new RegExp(receipt));
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page.locator('article:focus', { hasText: '200.00' }).waitFor();
    await focused();
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/· 4001$/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/student.details?admissionNumber=4001');
    await expect.poll(() => focused()).not.toBe('');
  });

  it("approves another user's cash-out, and returns the focus to the screen", async () => {
    await go('approvals', /^Cash-Out Approvals/);
    await page.getByRole('button', { name: ASKED.names }).first().waitFor();
    await tabTo(new RegExp(ASKED.names));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: ASKED.names });
    await drawer.getByText('Bus fare home').waitFor();
    await tabTo(/^Approve$/);
    await page.keyboard.press('Enter');
    await drawer.waitFor({ state: 'detached' });
    // There is no row after the one that was decided.
    await expect.poll(() => focused()).toMatch(/^Cash-Out Approvals/);
    expect(journey.complaints).toEqual([]);
  });
});

describe('work of an Admin by keyboard alone', () => {
  it('leads by Tab through the cards of the dashboard into a school', async () => {
    const admin = await openJourney(school().server);
    await school().server.createAdmin(ADMIN);
    await admin.enter(ADMIN);
    await admin.open('dashboard', 'Dashboard');
    const { page: on } = admin;
    await on.locator('h1').focus();
    await on.getByRole('button', { name: 'DEMO' }).waitFor();
    const list = on.getByRole('group', { name: 'By school' });
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth), 'columns out of sight').toBe(0);
    for (const card of [/^Schools: 1/, /^Money held: KES/, /^Failed messages/, /^DEMO$/]) await tabTo(card, on);
    await on.keyboard.press('Enter');
    await on.waitForURL((url) => !url.pathname.endsWith('/app/dashboard'));
    await on.locator('h1').first().waitFor();
    await expect.poll(() => focused(on)).not.toBe('');
    expect(admin.complaints).toEqual([]);
    await admin.close();
  });
});
