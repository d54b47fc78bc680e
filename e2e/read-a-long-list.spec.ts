import { getClasses } from '@mfuko/contract/schools';
import { getStudents } from '@mfuko/contract/students';
import { expect, it } from 'vitest';
import { demoSchool } from './demo-school.testkit.ts';

const MORE = 160;
/** Longer than any other, and last: at the far end of the list. */
const LAST = 'Mwanamisi Abdulrahman Chepkoech';

declare global {
  interface Window {
    /** The browser's own search in the page, which TypeScript's DOM does not know. */
    find(text: string): boolean;
  }
}

let students: number;

const school = demoSchool({
  env: { SCANNER_URL: 'ws://127.0.0.1:9' },
  office: async (office) => {
    const [grade] = await office.list(getClasses, {});
    for (let at = 1; at <= MORE; at++) {
      const names = at === MORE ? LAST : `Achieng ${at}`;
      const made = await office.call('student/createStudent', {
        admissionNumber: String(70_000_000 + at),
        names,
        classSYSID: grade?.sysid,
      });
      expect(made.status).toBe(200);
    }
    students = (await office.list(getStudents, { pageSize: 1000 })).length;
  },
});

it.each([1366, 800])('at %i pixels first, middle and last rows of a long list keep to the columns', async (width) => {
  const { server, journey } = school();
  const { page } = journey;
  await page.setViewportSize({ width, height: 768 });
  await page.goto(`${server.url}/app/student.view?pageSize=1000`);
  await page.locator('tbody tr', { hasText: LAST }).scrollIntoViewIfNeeded();
  // Buttons come with the rows that are near.
  await page.getByRole('button', { name: `View ${LAST}` }).waitFor();
  const edges = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('main tbody tr')] as HTMLTableRowElement[];
    const heading = document.querySelector<HTMLTableRowElement>('main thead tr');
    const edgesOf = (row: HTMLTableRowElement | null | undefined) =>
      // Without the column of buttons, which stays in sight where the row is near.
      [...(row?.cells ?? [])].slice(0, -1).flatMap((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
    const asked = [rows[0], rows[60], rows.at(-1)];
    return {
      heading: edgesOf(heading),
      rows: asked.map(edgesOf),
      apart: asked.map((row) => row && getComputedStyle(row).display),
    };
  });
  // Without a place in the list there would be nothing to keep.
  expect(edges.apart).toEqual(['table-row', 'grid', 'grid']);
  expect(edges.rows).toEqual([edges.heading, edges.heading, edges.heading]);
  if (width < 1366) return;
  // As one table: the columns are as wide, so that nothing moves as rows are laid out.
  const [apart, whole] = await page.evaluate(() => {
    const widths = () => [...document.querySelectorAll('main thead th')].map(({ clientWidth }) => clientWidth);
    const before = widths();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@layer { main table { display: table !important } main tbody { display: table-row-group !important }
      main tbody tr { display: table-row !important } main tbody td { display: table-cell !important } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return [before, widths()];
  });
  expect(apart).toEqual(whole);
});

it("a long list exposes all rows to screen readers and its last row to the browser's search", async () => {
  const { server, journey } = school();
  const { page } = journey;
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${server.url}/app/student.view?pageSize=1000`);
  const devtools = await page.context().newCDPSession(page);
  await page.waitForFunction(() => document.querySelectorAll('tbody[data-far]').length > 1);
  await page.waitForFunction(() => !document.querySelector('tbody[data-far]:not([data-laid])'));
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const rows = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'row');
  expect(rows).toHaveLength(students + 1);
  expect(await page.evaluate((text) => window.find(text), LAST)).toBe(true);
});

it('a long list prints as one table', async () => {
  const { server, journey } = school();
  const { page } = journey;
  await page.goto(`${server.url}/app/student.view?pageSize=1000`);
  await page.waitForFunction(() => document.querySelectorAll('tbody[data-far]').length > 1);
  await page.emulateMedia({ media: 'print' });
  const drawn = await page.evaluate(() =>
    ['main table', 'main tbody:last-of-type', 'main tbody:last-of-type tr', 'main tbody:last-of-type td'].map(
      (part) => getComputedStyle(document.querySelector(part) as Element).display,
    ),
  );
  await page.emulateMedia({ media: null });
  expect(drawn).toEqual(['table', 'table-row-group', 'table-row', 'table-cell']);
});
