import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './browser.ts';
import { spotCheckBothThemes } from './looks.ts';

/** A page that follows the theme as the console does; `dark` is a script that runs in the dark theme, `more` is put into its body. */
const pageWith = (style: string, dark = '', more = '') => `<!doctype html><html lang="en"><title>A page</title><style>
  body { background: #fff; color: #111 } [data-mantine-color-scheme=dark] body { background: #111; color: #fff }
  ${style}
</style><main><h1>Students</h1><p>Amina</p></main>${more}<script>
  const query = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.documentElement.dataset.mantineColorScheme = query.matches ? 'dark' : 'light';
    if (query.matches) { ${dark} }
  };
  query.addEventListener('change', follow);
  follow();
</script></html>`;

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://page').searchParams;
    response.setHeader('content-type', 'text/html');
    response.end(pageWith(asked.get('style') ?? '', asked.get('dark') ?? '', asked.get('more') ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Found: what was found, with the look that found it; null where the page is in order. */
async function foundOn(style: string, dark = '', more = ''): Promise<string | null> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ style, dark, more })}`);
  const found = await spotCheckBothThemes(page, 'page').then(
    () => null,
    (error: { actual: string[] }) => error.actual.join(' '),
  );
  await context.close();
  return found;
}

// Findings are looked for until they are certain to stay, which they wait for together.
it.concurrent.each([
  ['leaves a page alone that is in order', '', '', null],
  [
    'finds a colour that is pale in the dark only',
    '[data-mantine-color-scheme=dark] p { color: #222 }',
    '',
    /^page, dark, 390 color-contrast: <p>Amina<\/p>/,
  ],
  [
    'finds what is said wrongly in the dark only, though nothing moves',
    '',
    `document.querySelector('p').setAttribute('role', 'nonsense')`,
    /^page, dark, 390 aria-roles/,
  ],
  ['finds what hangs over the side of a phone', 'p { width: 600px }', '', /^page, dark, 390 hangs over by/],
])('%s', async (_, style, dark, wanted) => {
  const found = await foundOn(style, dark);
  if (wanted === null) expect(found).toBeNull();
  else expect(found).toMatch(wanted);
});

it.concurrent('checks a frame once, and still finds faults beside it or in another frame', async () => {
  const link = '<a href="/">Menu</a>';
  const pale = '[data-mantine-color-scheme=dark] nav a { color: #222 }';
  expect(await foundOn('nav a { color: inherit }', '', `<nav>${link}</nav>`)).toBeNull();
  // The same frame in the same run has the same colours, but for this test.
  expect(await foundOn(pale, '', `<nav>${link}</nav>`)).toBeNull();
  const [beside, another, dark] = await Promise.all([
    foundOn('', '', `<nav>${link}</nav><button></button>`),
    foundOn('nav a { color: inherit }', '', `<nav>${link}<a href="/wallet"></a></nav>`),
    foundOn(pale, '', `<nav>${link.replace('Menu', 'Wallets')}</nav>`),
  ]);
  expect(beside).toMatch(/button-name/);
  expect(another).toMatch(/link-name/);
  expect(dark).toMatch(/^page, dark, 390 color-contrast/);
});
