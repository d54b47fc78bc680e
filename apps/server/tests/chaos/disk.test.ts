import { describe, expect, it } from 'vitest';
import { fillDisk, mayMount } from './fill-disk.ts';

// A disk that can be filled has to be mounted first, which not everybody may.
describe.skipIf(!mayMount())('a full disk', () => {
  it('answers 507 or 503, loses and doubles no money, and recovers when space is free', async () => {
    const { answers, acknowledged, problems } = await fillDisk();
    expect(problems).toEqual([]);
    expect(answers).toMatchObject({ '507 server.disk-full': expect.any(Number), 200: acknowledged });
  }, 900_000);
});
