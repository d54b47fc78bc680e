import { describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { demoSchool } from './demo-school.testkit.ts';
import { finger, middleOf, mouse, pressMoving, type Screen } from './hands.ts';

/** The call whose answer brings a notice above every screen: the server's clock cannot be right. */
const CLOCK = '**/api/clock/status';
const BEHIND = { date: '2026-03-02T06:00:00Z', network: null, statement: null };
const FAULT = { why: 'movement', than: '2026-03-03T06:00:00Z', offsetSeconds: null };
/** Texts of the lines of a statement; of the length of their hash, or other chunks of the school would wait too. */
const TEXTS = /\/assets\/school-[\w-]{7}\.js$/;

const school = demoSchool();

const LIST: Screen = { path: '/app/student.view', name: 'Export', comes: ['[role=note]', 'tbody tr'] };
/** Screen of the lean entry. */
const COUNTER: Screen = { path: '/app/school.menu.consume', name: 'Next', comes: ['[role=option]'] };

const pressOn = (screen: Screen, change: ((button: HTMLElement) => void) | null, away = 0) =>
  pressMoving(school().journey.page, screen, change, away);

describe('presses while the page moves', () => {
  /** Presses by this hand on a student of the list, and lets a notice above move the list before it lets go. */
  async function pressUnderNotice(take: typeof mouse | typeof finger): Promise<void> {
    const { server, journey } = school();
    const { page } = journey;
    const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(CLOCK, async (route) => {
      await there;
      await route.fulfill({ json: { ...BEHIND, fault: FAULT } });
    });
    await page.goto(`${server.url}/app/student.view`);
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.waitFor();
    const names = (await button.getAttribute('aria-label'))?.replace('View ', '') ?? '';
    const hand = await take(page);
    await hand.down(button);
    const before = await middleOf(button);
    arrive();
    await page.getByRole('alert').filter({ hasText: 'clock' }).waitFor();
    expect((await middleOf(button)).y - before.y).toBeGreaterThan(40);
    await hand.up();
    await page.getByRole('dialog', { name: names }).waitFor();
    await page.unroute(CLOCK);
  }
  it('a press of a finger opens the student it began on after a notice has moved the list', () =>
    pressUnderNotice(finger));
  atNight('a press of a mouse opens the student it began on after a notice has moved the list', () =>
    pressUnderNotice(mouse),
  );

  it('a press of a finger opens nothing when its row is gone and another lies in its place', async () => {
    const { server, journey } = school();
    const { page } = journey;
    await page.goto(`${server.url}/app/student.view`);
    await page.getByRole('note').waitFor();
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.waitFor();
    const { down, up } = await finger(page);
    await down(button);
    await button.evaluate((pressed) => (pressed as HTMLElement).closest('tr')?.remove());
    const heard = await page.evaluate(() => {
      const clicks: EventTarget[] = [];
      document.addEventListener('click', ({ target }) => target && clicks.push(target));
      Object.assign(window, { clicks });
      return clicks.length;
    });
    expect(heard).toBe(0);
    await up();
    // Behind whatever the finger has clicked.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    expect(await page.evaluate(() => (window as unknown as { clicks: Element[] }).clicks.length)).toBe(1);
    expect(new URL(page.url()).search).not.toContain('view=');
  });

  atNight('the link to print a statement works while the texts of the movements still load', async () => {
    const { server, journey } = school();
    const { page } = journey;
    const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: waits, resolve: wait } = Promise.withResolvers<void>();
    await page.route(TEXTS, async (route) => {
      wait();
      await there;
      await route.continue();
    });
    await page.goto(`${server.url}/app/student.balances?view=4007`);
    await waits;
    await page.getByRole('link', { name: 'Print a statement' }).click();
    arrive();
    await page.getByRole('article').first().waitFor();
    await page.unroute(TEXTS);
  });

  atNight.each<[string, (button: HTMLElement) => void]>([
    ['has gone', (button) => button.remove()],
    ['is off by now', (button) => button.toggleAttribute('disabled', true)],
    ['says something else by now', (button) => button.replaceChildren('Delete')],
    [
      'lies below something by now',
      (button) => {
        const cover = document.createElement('div');
        cover.setAttribute('role', 'status');
        cover.style.cssText = 'position:fixed;inset:0;z-index:9999';
        button.ownerDocument.body.append(cover);
      },
    ],
  ])('a press is dropped when its button %s', async (_what, change) => {
    expect(await pressOn(LIST, change)).toEqual([]);
  });
  atNight('a press is dropped when the pointer was moved away from its button', async () => {
    expect(await pressOn(LIST, () => {}, 120)).toEqual([]);
  });
  atNight('a press reaches its button when a notice in a corner has come to cover it', async () => {
    const lieAbove = (button: HTMLElement) => {
      const notice = document.createElement('div');
      notice.setAttribute('role', 'status');
      notice.style.cssText = `position:fixed;inset:${button.getBoundingClientRect().top - 9}px 0 0 0;z-index:9999`;
      document.body.append(notice);
    };
    expect(await pressOn(LIST, lieAbove)).toEqual(['Export']);
  });
  const NEXT = 'a press on $path is dropped when its control now acts on another record';
  async function pressOnAnother({ path, name, comes }: Screen): Promise<void> {
    const { server, journey } = school();
    const { page } = journey;
    await page.goto(server.url + path);
    for (const part of comes) await page.locator(part).first().waitFor();
    const button = page.getByRole('button', { name });
    await button.evaluate((pressed) => {
      Object.assign(window, { heard: 0 });
      pressed.addEventListener('click', () => Object.assign(window, { heard: 1 }));
      pressed.setAttribute('data-of', 'one child');
    });
    const hand = await mouse(page);
    const heard = () => page.evaluate(() => (window as unknown as { heard: number }).heard);
    await hand.down(button);
    await button.evaluate((pressed) => pressed.setAttribute('data-of', 'the next child'));
    await hand.up();
    expect(await heard()).toBe(0);
    await button.click();
    expect(await heard()).toBe(1);
  }
  it.each([LIST])(NEXT, pressOnAnother);
  atNight.each([COUNTER])(NEXT, pressOnAnother);
  it('a press of a finger is dropped when its control was replaced by that of another record', async () => {
    const { server, journey } = school();
    const { page } = journey;
    await page.goto(`${server.url}/app/student.view`);
    for (const part of LIST.comes) await page.locator(part).first().waitFor();
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.evaluate((pressed) => pressed.setAttribute('data-of', 'one child'));
    const hand = await finger(page);
    await hand.down(button);
    await button.evaluate((pressed) => {
      const next = pressed.cloneNode(true) as HTMLElement;
      next.setAttribute('data-of', 'the next child');
      next.addEventListener('click', () => Object.assign(window, { heard: 1 }));
      Object.assign(window, { heard: 0 });
      pressed.replaceWith(next);
    });
    await hand.up();
    // Behind whatever the finger has clicked.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    expect(await page.evaluate(() => (window as unknown as { heard: number }).heard)).toBe(0);
  });
  atNight.each([LIST, COUNTER])(
    'a press on $name of $path clicks once, whether it has moved or not',
    async (screen) => {
      expect(await pressOn(screen, () => {})).toEqual([screen.name]);
      expect(await pressOn(screen, null)).toEqual([screen.name]);
    },
  );
});
