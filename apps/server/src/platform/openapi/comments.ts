import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CALL =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const \w+ = (?:read|list|record|stream|file)\(\s*'([^']+)'/g;

/** Reads the doc comments of the contract's calls, by the call's path. */
export function readComments(): ReadonlyMap<string, string> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@mfuko/contract/endpoint')));
  const comments = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    for (const [, comment, path] of readFileSync(join(folder, file), 'utf8').matchAll(CALL)) {
      if (comment && path)
        comments.set(
          path,
          comment
            .replace(/^\s*\*? ?/gm, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
        );
    }
  }
  return comments;
}
