import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from './kit.ts';

const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b6e4f' } })
  .jpeg()
  .toBuffer();
let picture: Buffer | null = null;
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({}, { dailyImage: { today: async () => picture } });
});
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ method: 'GET', url });
const sourceIn = (html: string) => /<img class="image" src="([^"]+)"/.exec(html)?.[1];

it('bingDaily answers a page with the built-in picture when the feed has none', async () => {
  picture = null;
  const page = await get('/api/auth/bingDaily');
  expect([page.statusCode, page.headers['content-type'], sourceIn(page.body)]).toEqual([
    200,
    'text/html; charset=utf-8',
    '/sign-in.svg',
  ]);
});

it('bingDaily answers a page whose picture the server itself delivers', async () => {
  picture = jpeg;
  const source = sourceIn((await get('/api/auth/bingDaily')).body) ?? '';
  expect(source).toMatch(/^\/api\/auth\/dailyImage\?d=\d{4}-\d\d-\d\d$/);
  const answer = await get(source);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(answer.rawPayload.equals(jpeg)).toBe(true);
});
