// Forms that say nothing of their length and go on for as long as somebody reads them.
import { once } from 'node:events';
import { request } from 'node:http';
import { uploadStudents } from '@mfuko/contract/imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';
import { listenOn } from './listeners.testkit.ts';

const MAX_MB = 200;
const MB = Buffer.alloc(1024 * 1024, 'a,1\n');

let server: TestServer;
let port: number;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  port = await listenOn(server);
  bursar = await server.aPerson('SchoolAdmin', await server.aSchool());
});
afterAll(() => server.close());

/** Sends one part until an answer comes; returns the answer and the megabytes that were sent. */
async function sendEndless(part: string): Promise<{ status: number; problem: string; megabytes: number }> {
  const asked = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `/api/${uploadStudents.path}` },
    headers: { ...clientHeaders(server.context, bursar.token), 'content-type': 'multipart/form-data; boundary=b' },
  });
  let megabytes = 0;
  let answered = false;
  const answer = new Promise<{ status: number; problem: string }>((done, fail) => {
    asked.once('error', fail);
    asked.once('response', async (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      done({
        status: response.statusCode ?? 0,
        problem: (JSON.parse(Buffer.concat(chunks).toString()) as { problem: string }).problem,
      });
    });
  });
  asked.write(`--b\r\ncontent-disposition: form-data; ${part}\r\n\r\n`);
  while (!answered && megabytes < MAX_MB) {
    megabytes++;
    if (!asked.write(MB)) await Promise.race([once(asked, 'drain'), answer]);
  }
  if (!answered) asked.end('\r\n--b--\r\n');
  const { status, problem } = await answer;
  asked.destroy();
  return { status, problem, megabytes };
}

it.each(['name="Students"; filename="list.csv"', 'name="Students"', 'name="nobody"; filename="x"'])(
  'an endless form upload is answered 413 and not read to its end: %s',
  async (part) => {
    const { megabytes, ...answer } = await sendEndless(part);
    expect(answer).toEqual({ status: 413, problem: 'input.too-large' });
    expect(megabytes).toBeLessThan(MAX_MB / 4);
  },
);
