import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SmsGateway } from './port.ts';

/**
 * Sends nothing: appends each message to a file, one JSON object a line `{ to, text, kind, at }`, and prints sign-in
 * codes in the terminal. For development, demonstrations and tests; production refuses it.
 */
export function outboxSms(file: string, print: (line: string) => void): SmsGateway {
  return {
    async send(message) {
      await mkdir(dirname(file), { recursive: true });
      await appendFile(file, `${JSON.stringify({ ...message, at: new Date().toISOString() })}\n`, { mode: 0o600 });
      if (message.kind.endsWith('-code')) print(`SMS to ${message.to}: ${message.text}`);
    },
  };
}
