import { describe, expect, it } from 'vitest';
import { fillDisk, mayMount } from './fill-disk.ts';

// A disk that can be filled has to be mounted first, which not everybody may.
describe.skipIf(!mayMount())('a disk that is really full', () => {
  it('turns money away with 507 or 503, loses and doubles none, and is served again once there is room', async () => {
    const { answers, acknowledged, problems } = await fillDisk();
    expect(problems).toEqual([]);
    expect(answers).toMatchObject({ '507 server.disk-full': expect.any(Number), 200: acknowledged });
  }, 900_000);
});
