import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePair } from '../backup/age-keys.ts';
import { archiveFile, contentsOf } from './archive.ts';
import { baseBefore, listBases, storeBase } from './base.ts';
import { fetchFile } from './fetch.ts';
import { baseName, readBaseName, readPoint } from './names.ts';
import { pruneArchive } from './prune.ts';
import { recoverySettings } from './restore.ts';

const owner = await makePair();
const recipients = [owner.recipient];
const identities = [owner.identity];

let world: string;
beforeEach(() => {
  world = mkdtempSync(join(tmpdir(), 'mfuko-wal-'));
});
afterEach(() => rmSync(world, { recursive: true }));

const segment = (number: number, timeline = 1) =>
  `${timeline.toString(16).padStart(8, '0')}00000000${number.toString(16).padStart(8, '0')}`.toUpperCase();
const archive = async (name: string, content = `content of ${name}`) => {
  const path = join(world, 'live');
  writeFileSync(path, content);
  await archiveFile({ path, name, archive: world, recipients });
};
const fetch = (name: string, keys = identities) =>
  fetchFile({ name, path: join(world, 'fetched'), archive: world, identities: keys });
const folder = () => join(world, 'wal', segment(1).slice(0, 16));

describe('the write-ahead log archive', () => {
  it('returns an archived segment that is stored encrypted', async () => {
    await archive(segment(1), 'Achieng Odhiambo');
    const [file = ''] = readdirSync(folder());
    expect(readFileSync(join(folder(), file)).includes('Achieng')).toBe(false);
    expect(await fetch(segment(1))).toBe(true);
    expect(readFileSync(join(world, 'fetched'), 'utf8')).toBe('Achieng Odhiambo');
  });

  it('archiving the same segment again leaves the stored file unchanged', async () => {
    await archive(segment(1));
    const [file = ''] = readdirSync(folder());
    const before = readFileSync(join(folder(), file));
    await archive(segment(1));
    expect(readdirSync(folder())).toEqual([file]);
    expect(readFileSync(join(folder(), file)).equals(before)).toBe(true);
  });

  it('rejects different content under the same segment name', async () => {
    await archive(segment(1), 'of the one server');
    await expect(archive(segment(1), 'of the other')).rejects.toThrow('in the archive already, with other content');
    await fetch(segment(1));
    expect(readFileSync(join(world, 'fetched'), 'utf8')).toBe('of the one server');
  });

  it('rejects a missing archive folder and a name that is no log segment', async () => {
    const path = join(world, 'live');
    writeFileSync(path, 'x');
    const gone = { path, name: segment(1), archive: join(world, 'not-mounted'), recipients };
    await expect(archiveFile(gone)).rejects.toThrow('Is its disk plugged in?');
    await expect(archive('../../postgresql.conf')).rejects.toThrow('no file of a write-ahead log');
  });

  it('ignores a partial file, and the segment can be archived again', async () => {
    await archive(segment(1));
    const [file = ''] = readdirSync(folder());
    copyFileSync(join(folder(), file), join(folder(), `${segment(2)}.4711.part`));
    expect(await fetch(segment(2))).toBe(false);
    await archive(segment(2));
    expect(await fetch(segment(2))).toBe(true);
  });

  it('reports the end of the log, or an error for a missing segment with later ones', async () => {
    for (const number of [1, 2, 0x100 - 1]) await archive(segment(number));
    expect(await fetch(segment(0x100))).toBe(false);
    expect(await fetch('00000002.history')).toBe(false);
    await expect(fetch(segment(3))).rejects.toThrow(
      `${segment(3)} is missing in the archive, and later ones are there (${segment(0xff)})`,
    );
    // A segment of another timeline, which is independent of this one.
    expect(await fetch(segment(3, 2))).toBe(false);
  });

  it('fetchFile tells a wrong key from a damaged file', async () => {
    await archive(segment(1), 'x'.repeat(200_000));
    await expect(fetch(segment(1), [(await makePair()).identity])).rejects.toThrow('The key does not open');
    const [{ file } = { file: '' }] = contentsOf(folder(), segment(1));
    truncateSync(file, readFileSync(file).length - 1);
    await expect(fetch(segment(1))).rejects.toThrow('broken or cut off');
    expect(readdirSync(world)).not.toContain('fetched');
  });

  it("fetchFile rejects a file under another segment's name, and two contents of one segment", async () => {
    await archive(segment(1));
    await archive(segment(2));
    const [one] = contentsOf(folder(), segment(1));
    const [other] = contentsOf(folder(), segment(2));
    copyFileSync(other?.file ?? '', one?.file ?? '');
    await expect(fetch(segment(1))).rejects.toThrow('broken or cut off');
    copyFileSync(other?.file ?? '', join(folder(), `${segment(1)}-${other?.sha256}.age`));
    await expect(fetch(segment(1))).rejects.toThrow('twice, with different content');
  });
});

describe('a base backup', () => {
  const LABEL = `START WAL LOCATION: 0/3000028 (file ${segment(3)})`;
  const store = (script: string, at = '2026-11-27T10:00:00Z') =>
    storeBase({ archive: world, recipients, command: ['sh', '-c', script], now: () => new Date(at) });

  it('is named by its completion time and the first log segment that it needs', async () => {
    const { file } = await store(`echo '${LABEL}'`);
    expect(file).toBe(`base-20261127T100000Z-${segment(3)}.age`);
    expect(readdirSync(join(world, 'base'))).toEqual([file]);
    expect(readBaseName(file)).toEqual({ file, madeAt: new Date('2026-11-27T10:00:00Z'), start: segment(3) });
  });

  it('is not stored when its program failed, was killed, is missing or wrote something else', async () => {
    await expect(store(`echo '${LABEL}'; exit 1`)).rejects.toThrow('sh did not make a base backup (1)');
    await expect(store(`echo '${LABEL}'; kill -9 $$`)).rejects.toThrow('(SIGKILL)');
    await expect(store('echo hello')).rejects.toThrow('does not begin with its label');
    const missing = storeBase({ archive: world, recipients, command: ['no-such-program'] });
    await expect(missing).rejects.toThrow('no-such-program did not make a base backup (ENOENT)');
    expect(readdirSync(join(world, 'base'))).toEqual([]);
  });

  it('is chosen as the newest complete one at the recovery time, or by its name', async () => {
    expect(() => baseBefore(world, null)).toThrow('There is no base backup');
    for (const hour of ['10', '11']) await store(`echo '${LABEL}'`, `2026-11-27T${hour}:00:00Z`);
    const [newest, earlier] = listBases(world).map(({ file }) => file);
    const at = (time: string, name?: string) => baseBefore(world, new Date(time), name).file;
    expect(baseBefore(world, null).file).toBe(newest);
    expect(at('2026-11-27T11:00:00Z')).toBe(newest);
    expect(at('2026-11-27T10:59:59Z')).toBe(earlier);
    expect(at('2026-11-27T12:00:00Z', earlier)).toBe(earlier);
    expect(() => at('2026-11-27T09:59:59Z')).toThrow(
      'No base backup was complete then: the oldest is of 2026-11-27T10',
    );
    expect(() => at('2026-11-27T10:30:00Z', newest)).toThrow('was not complete then');
  });

  it('is pruned with the log segments that only it needed when enough newer ones exist', async () => {
    for (const number of [1, 2, 3, 4, 5]) await archive(segment(number));
    await archive('00000002.history');
    expect(pruneArchive(world, 1)).toEqual({ bases: 0, files: 0 });
    for (const [start, day] of [
      [1, 1],
      [3, 2],
      [4, 3],
    ] as const)
      await store(`echo 'START WAL LOCATION: 0/0 (file ${segment(start)})'`, `2026-11-0${day}T00:00:00Z`);
    expect(pruneArchive(world, 2)).toEqual({ bases: 1, files: 2 });
    expect(readdirSync(join(world, 'base'))).toEqual(
      [3, 4].map((start, at) => baseName(new Date(`2026-11-0${at + 2}`), segment(start))),
    );
    for (const [number, there] of [
      [2, false],
      [3, true],
      [5, true],
    ] as const)
      expect(contentsOf(folder(), segment(number)).length).toBe(there ? 1 : 0);
    expect(readdirSync(join(world, 'wal', 'history'))).toHaveLength(1);
  });
});

describe('recovery settings', () => {
  it('readPoint accepts only a time with its zone', () => {
    for (const text of [
      '2026-11-27T13:45:00+03:00',
      '2026-11-27 10:45:00.123456+00',
      '2026-11-27T10:45Z',
      '2026-11-27 13:45+0300',
    ])
      expect(readPoint(text).toISOString().slice(0, 16)).toBe('2026-11-27T10:45');
    for (const text of ['2026-11-27T13:45:00', 'yesterday', `2026-11-27T10:45Z'; x`, '2026-13-27T10:45Z'])
      expect(() => readPoint(text)).toThrow('no moment with its zone');
  });

  it('recoverySettings rejects paths that contain shell characters', () => {
    const plan = {
      archive: world,
      identityFile: '/media/key.txt',
      point: null,
      fetch: ['/bin/node', '/x/wal-fetch.ts'],
    };
    expect(recoverySettings(plan)).toContain(
      `restore_command = '/bin/node /x/wal-fetch.ts --from ${world} --identity /media/key.txt %f %p; case `,
    );
    expect(() => recoverySettings({ ...plan, identityFile: "/media/o'key" })).toThrow('means something to a shell');
    expect(() => recoverySettings({ ...plan, archive: '/mnt/a b' })).toThrow('means something to a shell');
  });
});
