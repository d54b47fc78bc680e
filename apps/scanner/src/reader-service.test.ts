import { afterEach, describe, expect, test } from 'vitest';
import { openPage } from './page.testkit.ts';
import { type ReaderService, startReaderService } from './reader-service.ts';

let service: ReaderService;
afterEach(() => service.stop());

/** Starts a service whose helper has no reader: the origin is checked before that matters. */
async function start(origins: readonly string[]): Promise<void> {
  service = await startReaderService({
    port: 0,
    origins,
    dpi: undefined,
    program: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] },
    log: () => {},
  });
}

const isLetIn = (origin: string) =>
  openPage(service.url, { origin }).then(
    async (page) => {
      page.socket.close();
      await page.closed();
      return true;
    },
    (error: Error) => {
      expect(error.message).toBe('HTTP 403');
      return false;
    },
  );
const letIn = async (origins: readonly string[]) => {
  const found: string[] = [];
  for (const origin of origins) if (await isLetIn(origin)) found.push(origin);
  return found;
};

const HERE = ['http://localhost:4000', 'http://127.0.0.1:4000'];
const ELSE = [
  'http://localhost',
  'http://localhost:8081',
  'http://127.0.0.1:5173',
  'https://localhost:4000',
  'null',
  '',
];

describe('the service of a real reader', () => {
  test('accepts only pages of the configured origin', async () => {
    await start(['https://school.example']);
    expect(await letIn(['https://school.example', ...HERE, ...ELSE])).toEqual(['https://school.example']);
  });

  test('without configured origins accepts only the console on port 4000 of this machine', async () => {
    await start([]);
    expect(await letIn([...HERE, ...ELSE])).toEqual(HERE);
  });
});
