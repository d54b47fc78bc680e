import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { wordsOfMessage } from '@mfuko/contract/field-words';
import { phoneNumber, words } from '@mfuko/contract/ids';
import { z } from 'zod';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { hashPassword, issueBackupCodes } from './features/session/index.ts';
import { addUser } from './features/staff/index.ts';
import { Refusal } from './platform/http/refusal.ts';
import { commandLine } from './platform/process/command-line.ts';
import { runTool } from './tool.ts';

const ORIGIN = { tool: 'admin:create' };

const USAGE = commandLine(
  'admin:create',
  '--phone 2547XXXXXXXX --first NAME --last NAMES [--email ADDRESS] [--backup-codes]',
);

const person = z.object({
  phone: phoneNumber,
  first: words(60),
  last: words(80),
  email: z.email().default('admin@example.com'),
});

/**
 * Creates an Admin from the command line: the first one of a new platform. The Admin signs in with a code by SMS or, where no SMS is
 * sent yet, with one of ten backup codes, which are printed here and stored only as digests.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      phone: { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      email: { type: 'string' },
      'backup-codes': { type: 'boolean' },
    },
  });
  const parsed = person.safeParse(values);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      ({ code, path, message }) =>
        `--${path.join('.')} ${code === 'invalid_type' ? 'is missing' : wordsOfMessage(message)}`,
    );
    process.stderr.write(`${lines.join('\n')}\n${USAGE}\n`);
    return 2;
  }
  const open = await bootstrap(readConfig(), () => undefined);
  try {
    // Random password that nobody knows; the Admin sets a new one on the profile screen.
    const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
    const { phone, first, last, email } = parsed.data;
    const codes = await open.context.db.inPlatform(async (tx) => {
      const { sysid } = await addUser(tx, ORIGIN, {
        role: 'Admin',
        phoneNumber: phone,
        email,
        firstName: first,
        lastNames: last,
        duties: [],
        passwordHash,
      });
      return values['backup-codes'] ? issueBackupCodes(tx, open.context, sysid, ORIGIN) : [];
    });
    process.stdout.write('The Admin was created and can sign in.\n');
    if (codes.length > 0) process.stdout.write(wordsFor(codes));
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    await open.close();
  }
}

function wordsFor(codes: readonly string[]): string {
  return [
    '',
    'Backup codes. Each works for one sign-in without an SMS:',
    '',
    ...codes.map((code) => `    ${code}`),
    '',
    'Write them down now and lock them away: they are shown only once. Anyone with a code and the phone number',
    'can sign in. Clear this terminal afterwards. Making new codes in My Profile cancels these.',
    '',
    '',
  ].join('\n');
}

await runTool(main);
