import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MARK } from './caddyfile.ts';
import { keepForeign, replaceFile } from './files.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-files-'));
  file = join(folder, 'Caddyfile');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keepForeign keeps each Caddyfile of someone else under a new name, and none of ours', () => {
  expect(keepForeign(file)).toBeUndefined();
  writeFileSync(file, 'their.site\n');
  expect(keepForeign(file)).toBe(`${file}.before-mfuko`);
  writeFileSync(file, `${MARK}\n`);
  expect(keepForeign(file)).toBeUndefined();
  writeFileSync(file, 'another.site\n');
  expect(keepForeign(file)).toBe(`${file}.before-mfuko-2`);
  expect(readFileSync(`${file}.before-mfuko`, 'utf8')).toBe('their.site\n');
  expect(readFileSync(`${file}.before-mfuko-2`, 'utf8')).toBe('another.site\n');
});

it.each([0o640, 0o600])('replaceFile keeps the mode (%i) and leaves no temporary file', (mode) => {
  writeFileSync(file, 'MASTER_KEY=one\n');
  chmodSync(file, mode);
  replaceFile(file, 'MASTER_KEY=one\nPUBLIC_URL=https://mfuko.lan\n');
  expect(statSync(file).mode & 0o777).toBe(mode);
  expect(readFileSync(file, 'utf8')).toContain('PUBLIC_URL=https://mfuko.lan');
  expect(readdirSync(folder)).toEqual(['Caddyfile']);
});
