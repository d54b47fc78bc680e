import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SmsGateway } from './port.ts';

/**
 * Appends each message to a file, one JSON object per line `{ to, text, kind, at }`, and prints sign-in codes to the terminal; then
 * passes the message to `onwards`, if given. A failure there does not affect the file: a message that is retried is written once. For
 * development, demonstrations and tests; production refuses it.
 */
export function outboxSms(file: string, print: (line: string) => void, onwards?: SmsGateway): SmsGateway {
  const written = new Set<string>();
  return {
    async send(message) {
      const { to, text, kind } = message;
      const known = JSON.stringify([to, text, kind]);
      if (!written.has(known)) {
        await mkdir(dirname(file), { recursive: true });
        await appendFile(file, `${JSON.stringify({ to, text, kind, at: new Date().toISOString() })}\n`, {
          mode: 0o600,
        });
        if (kind.endsWith('-code')) print(`SMS to ${to}: ${text}`);
      }
      if (!onwards) return { providerId: null, cost: null };
      written.add(known);
      const taken = await onwards.send(message);
      written.delete(known);
      return taken;
    },
    ...(onwards?.isReachable ? { isReachable: onwards.isReachable } : {}),
  };
}
