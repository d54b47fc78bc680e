import { expect, it } from 'vitest';
import { demoSchool } from './demo-school.testkit.ts';
import { checkScreen } from './looks.ts';

/** So many classes that their filter takes text. */
const CLASSES = ['Acacia', 'Baobab', 'Cedar', 'Fig', 'Jacaranda', 'Mango', 'Olive', 'Palm', 'Tamarind'];
/** Code of menus, panels and selects. */
const LATER = /\/assets\/(pickers|openings)-[\w-]+\.js$/;

/** Answers the options of the filter of classes. */
const CLASSES_CALL = '**/api/school/getClasses**';

const school = demoSchool({
  office: async (office) => {
    for (const className of CLASSES) expect((await office.call('school/createClass', { className })).status).toBe(200);
  },
});

/** Loads the list with its rows, and holds back the code of menus and selects until `arrive` is called. */
async function openList() {
  const { server, journey } = school();
  const { page } = journey;
  const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(LATER, async (route) => {
    await there;
    await route.continue();
  });
  await page.goto(`${server.url}/app/student.view`);
  await page.locator('tbody tr').first().waitFor();
  return { page, arrive };
}
type List = Awaited<ReturnType<typeof openList>>['page'];

it.each<[what: string, press: (page: List) => Promise<void>, opened: (page: List) => Promise<void>]>([
  [
    'the export',
    (page) => page.getByRole('button', { name: 'Export' }).click(),
    (page) => page.getByRole('menuitem', { name: 'CSV' }).waitFor(),
  ],
  [
    'the columns, by keyboard',
    (page) => page.getByRole('button', { name: 'Columns' }).press('Enter'),
    (page) => page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').first().waitFor(),
  ],
  [
    'the bell',
    (page) => page.getByRole('button', { name: /^Notifications: / }).click(),
    (page) => page.getByRole('dialog', { name: /Notification/ }).waitFor(),
  ],
  [
    'the menu of the user, by keyboard',
    (page) => page.getByRole('button', { name: /^Account of/ }).press('Space'),
    (page) => page.getByRole('menuitem', { name: 'My Profile' }).waitFor(),
  ],
  [
    'the status, by a press',
    (page) => page.getByRole('combobox', { name: 'Any status' }).click(),
    (page) => page.getByRole('option', { name: 'Left' }).waitFor(),
  ],
  [
    'the fingerprints, by keyboard',
    (page) => page.getByRole('combobox', { name: /fingerprint/i }).press('ArrowDown'),
    (page) => page.getByRole('option').first().waitFor(),
  ],
  [
    'the rows of a page',
    (page) => page.getByRole('combobox', { name: /per page/i }).click(),
    (page) => page.getByRole('option', { name: '100', exact: true }).waitFor(),
  ],
])('a press of %s before its code has arrived opens it once it has', async (_what, press, opened) => {
  const { page, arrive } = await openList();
  await press(page);
  expect(await page.getByRole('option').or(page.getByRole('menuitem')).count()).toBe(0);
  arrive();
  await opened(page);
  await page.keyboard.press('Escape');
  await page.unroute(LATER);
});

it('a filter searches for letters typed before its code and options have arrived', async () => {
  const { page } = school().journey;
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route(CLASSES_CALL, async (route) => {
    await asked;
    await route.continue();
  });
  const { arrive } = await openList();
  const box = page.getByRole('combobox', { name: 'All classes' });
  await box.click();
  await page.keyboard.type('ba');
  ask();
  await page.unroute(CLASSES_CALL);
  arrive();
  await page.getByRole('option', { name: 'Baobab' }).waitFor();
  await page.keyboard.type('o');
  expect(await box.inputValue()).toBe('bao');
  expect(await page.getByRole('option').allTextContents()).toEqual(['Baobab']);
  await checkScreen(page, 'filter, typed ahead');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.has('classSYSID')).toBe(true);
  await page.unroute(LATER);
});
