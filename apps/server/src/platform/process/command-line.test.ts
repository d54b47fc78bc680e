import { expect, it } from 'vitest';
import { commandLine, usageOf } from './command-line.ts';

it('commandLine names npm run in a clone and mfuko on an installed machine', () => {
  const installed = '/usr/lib/mfuko/apps/server/src/platform/process/command-line.ts';
  expect(commandLine('keys:renew', 'offline --yes', installed)).toBe('mfuko keys-renew offline --yes');
  expect(commandLine('ledger:verify', '', installed)).toBe('mfuko ledger-verify');
  const cloned = '/home/wanjiru/mfuko/apps/server/src/platform/process/command-line.ts';
  expect(commandLine('keys:renew', 'offline --yes', cloned)).toBe('npm run keys:renew -- offline --yes');
  expect(commandLine('ledger:verify', '', cloned)).toBe('npm run ledger:verify');
});

it('usageOf lists each command line with its description in columns', () => {
  expect(
    usageOf('backup', [
      ['--make-key', 'makes the key'],
      ['--to FOLDER', 'makes a backup'],
    ]),
  ).toBe('npm run backup -- --make-key    makes the key\nnpm run backup -- --to FOLDER   makes a backup');
  expect(usageOf('restore', [['FILE', '']])).toBe('npm run restore -- FILE');
});
