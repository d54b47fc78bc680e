import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendCopy, copiesOf } from './append-copy.ts';
import { copyBackups } from './copies.ts';
import { BackupError } from './errors.ts';
import { nameOf } from './retention.ts';

const NOW = new Date('2026-11-26T02:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

let world: string;
let from: string;
let to: string;
beforeEach(() => {
  world = mkdtempSync(join(tmpdir(), 'mfuko-copies-'));
  [from, to] = [join(world, 'from'), join(world, 'to')];
  mkdirSync(from);
  mkdirSync(to);
});
afterEach(() => rmSync(world, { recursive: true }));

const backedUp = (days: number, text = `of ${days} days ago`) => {
  writeFileSync(join(from, nameOf(daysAgo(days))), text);
  return nameOf(daysAgo(days));
};

describe('copyBackups', () => {
  it('copies each missing backup, newest first, with file mode 600', async () => {
    const [old, newest] = [backedUp(3), backedUp(1)];
    expect(await copyBackups(from, to, NOW)).toEqual({ names: [newest, old], newest: daysAgo(1) });
    expect(readdirSync(to).sort()).toEqual([old, newest]);
    expect(readFileSync(join(to, newest), 'utf8')).toBe('of 1 days ago');
    expect(statSync(join(to, newest)).mode & 0o777).toBe(0o600);
    const fresh = backedUp(0);
    expect((await copyBackups(from, to, NOW)).names).toEqual([fresh]);
  });

  it('copies a backup again when its copy is truncated', async () => {
    const name = backedUp(1);
    writeFileSync(join(to, name), 'of 1');
    expect((await copyBackups(from, to, NOW)).names).toEqual([name]);
    expect(readFileSync(join(to, name), 'utf8')).toBe('of 1 days ago');
  });

  it('prunes expired copies, keeps foreign files, and prunes nothing when the source has no backups', async () => {
    for (let day = 0; day < 12; day += 1) backedUp(day);
    for (const day of [8, 40]) writeFileSync(join(to, nameOf(daysAgo(day))), 'an earlier one');
    writeFileSync(join(to, 'notes.txt'), '');
    await copyBackups(from, to, NOW);
    const kept = readdirSync(to).sort();
    expect(kept).toContain('notes.txt');
    expect(kept).toContain(nameOf(daysAgo(40)));
    expect(kept).not.toContain(nameOf(daysAgo(8)));
    rmSync(from, { recursive: true });
    mkdirSync(from);
    await copyBackups(from, to, daysAgo(-400));
    expect(readdirSync(to).sort()).toEqual(kept);
  });

  it('removes a partial copy that is two days old and keeps one that is half a day old', async () => {
    const [left, under] = [`${nameOf(NOW)}.17.part`, `${nameOf(NOW)}.18.part`].map((name) => join(to, name));
    for (const file of [left, under]) writeFileSync(file ?? '', 'half');
    utimesSync(left ?? '', daysAgo(2), daysAgo(2));
    utimesSync(under ?? '', daysAgo(0.5), daysAgo(0.5));
    await copyBackups(from, to, NOW);
    expect(readdirSync(to)).toEqual([`${nameOf(NOW)}.18.part`]);
  });

  it('rejects a missing source or target folder, and a target that is the backup folder itself', async () => {
    await expect(copyBackups(from, join(world, 'nowhere'), NOW)).rejects.toThrow(/cannot be read \(ENOENT\)/);
    expect(readdirSync(world)).not.toContain('nowhere');
    await expect(copyBackups(join(world, 'nowhere'), to, NOW)).rejects.toThrow(BackupError);
    await expect(copyBackups(from, join(to, '..', 'from'), NOW)).rejects.toThrow(/is the folder of the backups itself/);
  });

  it('rejects and deletes a copy whose bytes differ from its source', async () => {
    // This file reads differently each time, like a disk that returns other bytes than were written.
    symlinkSync('/proc/sys/kernel/random/uuid', join(from, nameOf(NOW)));
    await expect(copyBackups(from, to, NOW)).rejects.toThrow(/is not what it was copied from/);
    expect(readdirSync(to)).toEqual([]);
  });
});

describe('appendCopy of an append-only file', () => {
  const file = () => join(world, 'audit-checkpoints.ndjson');
  const copies = () => copiesOf(file(), to).map((each) => readFileSync(each, 'utf8'));

  it('appends only complete lines to the copy', () => {
    expect(appendCopy(file(), to, NOW)).toBe(false);
    writeFileSync(file(), '{"a":1}\n{"b"');
    expect(appendCopy(file(), to, NOW)).toBe(false);
    expect(copies()).toEqual(['{"a":1}\n']);
    writeFileSync(file(), '{"a":1}\n{"b":2}\n');
    expect(appendCopy(file(), to, daysAgo(-1))).toBe(false);
    expect(appendCopy(file(), to, daysAgo(-1))).toBe(false);
    expect(copies()).toEqual(['{"a":1}\n{"b":2}\n']);
  });

  it.each([
    ['cut', '{"a":1}\n'],
    ['changed', '{"a":9}\n{"b":2}\n{"c":3}\n'],
    ['begun anew', '{"c":3}\n'],
  ])('starts a second copy, returns true and keeps the first when the source file was %s', (_how, later) => {
    writeFileSync(file(), '{"a":1}\n{"b":2}\n');
    appendCopy(file(), to, NOW);
    writeFileSync(file(), later);
    expect(appendCopy(file(), to, daysAgo(-1))).toBe(true);
    expect(copies()).toEqual(['{"a":1}\n{"b":2}\n', later]);
    writeFileSync(file(), `${later}{"d":4}\n`);
    expect(appendCopy(file(), to, daysAgo(-2))).toBe(false);
    expect(copies()).toEqual(['{"a":1}\n{"b":2}\n', `${later}{"d":4}\n`]);
  });

  it('repairs a copy that ends in half a line', () => {
    writeFileSync(file(), '{"a":1}\n{"b":2}\n');
    appendCopy(file(), to, NOW);
    writeFileSync(copiesOf(file(), to)[0] ?? '', '{"a":1}\n{"b');
    expect(appendCopy(file(), to, NOW)).toBe(false);
    expect(copies()).toEqual(['{"a":1}\n{"b":2}\n']);
  });
});
