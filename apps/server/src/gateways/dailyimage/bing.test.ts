import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { bingDailyImage } from './bing.ts';

const PATH = '/th?id=OHR.Kisumu_EN-US1.jpg&rf=a.jpg';
const picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#147a50' } })
  .png()
  .toBuffer();

let server: Server | undefined;
const asked: string[] = [];

/** Starts the feed with the given listener, and records the requested paths. */
async function feed(answer: RequestListener): Promise<string> {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Returns the result of today() after the background fetch has ended. */
async function pictureOf(answer: RequestListener): Promise<Buffer | null> {
  const url = await feed(answer);
  let minutes = 0;
  let triesEnded = 0;
  let asking = false;
  const daily = bingDailyImage(url, () => {
    // Besides today(), the clock is read only at the end of a fetch.
    if (!asking) triesEnded++;
    return Date.parse('2026-03-09T08:00:00Z') + minutes * 60_000;
  });
  const today = () => {
    asking = true;
    const picture = daily.today();
    asking = false;
    return picture;
  };
  expect(await today()).toBeNull();
  await vi.waitFor(() => expect(triesEnded).toBe(1), { timeout: 10_000 });
  minutes = 1;
  return today();
}

const index = (path: string) => JSON.stringify({ images: [{ url: path, urlbase: path }] });

it("the daily image is fetched from the feed's host and re-encoded as JPEG", async () => {
  const got = await pictureOf((request, response) => {
    if (request.url === '/feed') response.end(index(PATH));
    else response.end(picture);
  });
  expect(got && (await sharp(got).metadata()).format).toBe('jpeg');
  expect(asked).toEqual(['/feed', PATH]);
});

it('the daily image fetch follows no redirect and no URL of another host', async () => {
  const moved = await pictureOf((request, response) => {
    if (request.url === '/feed') response.writeHead(302, { Location: '/moved' }).end();
    else response.end(request.url === '/moved' ? index(PATH) : picture);
  });
  expect(moved).toBeNull();
  expect(asked).toEqual(['/feed']);
  expect(await pictureOf((_, response) => response.end(index('http://169.254.169.254/latest/')))).toBeNull();
  expect(asked).toEqual(['/feed']);
});

it('the daily image fetch rejects an SVG and oversized responses', async () => {
  expect(
    await pictureOf((request, response) =>
      response.end(request.url === '/feed' ? index(PATH) : '<svg onload="alert(1)"/>'),
    ),
  ).toBeNull();
  // Shorter versions of each response are accepted.
  const of = (page: string, image: Buffer) =>
    pictureOf((request, response) => response.end(request.url === '/feed' ? page : image));
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size)]);
  expect(await of(' '.repeat(200 * 1024) + index(PATH), padded(3 << 20))).not.toBeNull();
  expect(await of(' '.repeat(300 * 1024) + index(PATH), picture)).toBeNull();
  expect(asked).toEqual(['/feed']);
  expect(await of(index(PATH), padded(4 << 20))).toBeNull();
});

it('the daily image is not fetched again within a minute after a failure', async () => {
  await pictureOf((_, response) => response.writeHead(500).end());
  expect(asked).toEqual(['/feed']);
});
