import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackupKey, readIdentity, recipientsOf } from './age-keys.ts';
import { newestIn, pruneFolder, writeToFolder } from './folder.ts';
import { nameOf } from './retention.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-backup-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const AT = new Date('2026-11-26T00:50:00Z');

describe('the backup folder', () => {
  it('gives a backup its final name only after it is completely written', async () => {
    const seen: string[][] = [];
    const file = await writeToFolder(folder, AT, async (draft) => {
      writeFileSync(draft, 'whole');
      seen.push(readdirSync(folder));
      expect(newestIn(folder)).toBeNull();
    });
    expect(seen).toEqual([[`${nameOf(AT)}.part`]]);
    expect(file).toBe(join(folder, nameOf(AT)));
    expect(readdirSync(folder)).toEqual([nameOf(AT)]);
    expect(newestIn(folder)).toEqual(AT);
  });

  it('deletes the draft of a failed backup and the draft of an earlier interrupted one', async () => {
    writeFileSync(join(folder, `${nameOf(AT)}.part`), 'half');
    const failing = writeToFolder(folder, new Date(AT.getTime() + 86_400_000), async (draft) => {
      writeFileSync(draft, 'half');
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('pruneFolder deletes only expired backups and no foreign files', () => {
    const days = Array.from({ length: 10 }, (_, day) => new Date(AT.getTime() - day * 86_400_000));
    for (const name of [...days.map(nameOf), 'notes.txt', `${nameOf(AT)}.copy`]) writeFileSync(join(folder, name), '');
    const pruned = pruneFolder(folder, AT);
    // Sunday the 22nd is among the seven days; the 17th, 18th and 19th are not the newest of any period.
    expect(pruned.sort()).toEqual([
      'mfuko-20261117T005000Z.age',
      'mfuko-20261118T005000Z.age',
      'mfuko-20261119T005000Z.age',
    ]);
    expect(readdirSync(folder)).toHaveLength(9);
  });
});

describe('the backup key', () => {
  it('is created once, and only its public recipient is stored on disk', async () => {
    const { identity, recipient } = await makeBackupKey(folder);
    expect(recipientsOf({ dataDir: folder, given: [] })).toEqual([recipient]);
    expect(readdirSync(folder)).toEqual(['backup-recipient.txt']);
    expect(statSync(join(folder, 'backup-recipient.txt')).mode & 0o777).toBe(0o600);
    await expect(makeBackupKey(folder)).rejects.toThrow('There is a key already');
    expect(recipientsOf({ dataDir: folder, given: [] })).toEqual([recipient]);
    writeFileSync(join(folder, 'paper.txt'), `copied from the paper:\n\n   ${identity.toLowerCase()}  \n`);
    expect(readIdentity(join(folder, 'paper.txt'))).toBe(identity);
  });

  it('readIdentity and recipientsOf reject a mistyped, missing or secret key', async () => {
    const { identity, recipient } = await makeBackupKey(folder);
    const wrong = `${identity.slice(0, -1)}${identity.endsWith('Q') ? 'P' : 'Q'}`;
    writeFileSync(join(folder, 'wrong.txt'), wrong);
    expect(() => readIdentity(join(folder, 'wrong.txt'))).toThrow(
      /^The secret key in \S+ has a character that is wrong/,
    );
    writeFileSync(join(folder, 'none.txt'), 'age1…');
    expect(() => readIdentity(join(folder, 'none.txt'))).toThrow('There is no secret key');
    const other = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
    expect(() => recipientsOf({ dataDir: folder, given: [other] })).toThrow('BACKUP_RECIPIENT must be');
    expect(() => recipientsOf({ dataDir: folder, given: [identity] })).toThrow('BACKUP_RECIPIENT must be');
  });
});
