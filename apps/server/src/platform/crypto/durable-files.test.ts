import fs, { mkdtempSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendLine, makeFolder, writeOnce } from './durable-files.ts';
import { readOrMakeKey } from './key-files.ts';

/** Recorded calls that flush, link or append, in order. */
const done: string[] = [];

beforeAll(() => {
  const { fsyncSync, linkSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    done.push(`flush ${readlinkSync(`/proc/self/fd/${handle}`)}`);
    fsyncSync(handle);
  });
  vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    done.push(`link ${String(to)}`);
    linkSync(from, to);
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
beforeEach(() => void done.splice(0));

const aFolder = () => fs.realpathSync(mkdtempSync(join(tmpdir(), 'mfuko-durable-')));

function aFile(): string {
  const file = join(aFolder(), 'file');
  writeFileSync(file, '');
  return file;
}
function aLink(): string {
  const link = join(aFolder(), 'link');
  fs.symlinkSync('/mfuko-none', link);
  return link;
}

describe('fsync of new key files', () => {
  it('flushes a new key before it is linked to its name, and its folder afterwards', () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'keys', 'master.key');
    readOrMakeKey(dataDir, 'master');
    const [linked, text, folder] = [`link ${file}`, `flush ${file}.${process.pid}`, `flush ${dirname(file)}`];
    expect(done).toEqual(expect.arrayContaining([linked, text, folder]));
    expect(done.indexOf(text)).toBeLessThan(done.indexOf(linked));
    expect(done.lastIndexOf(folder)).toBeGreaterThan(done.indexOf(linked));
  });

  it('makeFolder flushes the parent of every folder that it creates', () => {
    const top = aFolder();
    makeFolder(join(top, 'a', 'b', 'c'), 0o700);
    for (const folder of [top, join(top, 'a'), join(top, 'a', 'b')]) expect(done).toContain(`flush ${folder}`);
    expect(done).not.toContain(`flush ${dirname(top)}`);
  });

  it.each([
    ['/proc', () => '/proc/mfuko-none/data', 'ENOENT'],
    ['a link to a missing place', () => join(aLink(), 'data'), 'EEXIST'],
    ['a file', () => join(aFile(), 'data'), 'EEXIST'],
    ['a file of its name', () => aFile(), 'EEXIST'],
  ])('makeFolder throws below or at %s instead of trying for ever', (_name, path, code) => {
    expect(() => makeFolder(path(), 0o700)).toThrow(expect.objectContaining({ code }));
  });

  it('flushes an existing key file and its folders when the key is read', () => {
    const dataDir = aFolder();
    const key = readOrMakeKey(dataDir, 'master');
    done.splice(0);
    expect(readOrMakeKey(dataDir, 'master')).toBe(key);
    for (const path of ['keys/master.key', 'keys', '.']) expect(done).toContain(`flush ${join(dataDir, path)}`);
  });
});

it('writeOnce keeps the first content of a file, and a second call flushes file and folder', () => {
  const file = join(aFolder(), 'one');
  writeOnce(file, 'first');
  done.splice(0);
  writeOnce(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(done).toEqual(expect.arrayContaining([`flush ${file}`, `flush ${dirname(file)}`]));
  expect(fs.readdirSync(dirname(file))).toEqual(['one']);
});

describe('appendLine', () => {
  it('flushes each appended line, and the folder when the file is created', () => {
    const file = join(aFolder(), 'lines');
    appendLine(file, 'one');
    expect(done).toEqual([`flush ${file}`, `flush ${dirname(file)}`]);
    done.splice(0);
    appendLine(file, 'two');
    expect(done).toEqual([`flush ${file}`]);
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('starts a new line after a last line that a power cut left incomplete', () => {
    const file = join(aFolder(), 'lines');
    writeFileSync(file, 'one\nha');
    appendLine(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('one\nha\ntwo\n');
  });
});
