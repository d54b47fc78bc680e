import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_KINDS } from '@mfuko/contract/reports';
import { describe, expect, test } from 'vitest';

const HERE = import.meta.dirname;
const SERVER = join(HERE, '../../../server/src');
/** Actions that use a record, which its history omits. */
const LEFT_OUT =
  /^(wallet|gate|bus\.on|bus\.off|pin|offline)\.|^fingerprint\.(identify|no-match|rebuilt|not-renewed)$|\.used$/;

/** Returns the audit actions about records that have a history, as far as the server's source contains their full names. */
function actions(): string[] {
  const found = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', '**/*.testkit.ts'] }).flatMap((file) => {
    const source = readFileSync(join(SERVER, file), 'utf8');
    return [...source.matchAll(/action: '([a-z-]+\.[a-z.-]+)'(?:,\s*subjectKind: '([a-z-]+)')?/g)]
      .filter(([, , kind]) => kind === undefined || (RECORD_KINDS as readonly string[]).includes(kind))
      .map(([, action = '']) => action);
  });
  return [...new Set(found)].filter((action) => !LEFT_OUT.test(action)).sort();
}

describe.each(['en', 'sw'])('history texts in %s', (language) => {
  const texts = JSON.parse(readFileSync(join(HERE, language, 'history.json'), 'utf8'));
  const textAt = (path: string) => path.split('.').reduce((tree, key) => tree?.[key], texts);

  test('each audit action of a record with a history has a text', () => {
    const all = actions();
    expect(all.length).toBeGreaterThan(60);
    const verb = (action: string) => action.slice(action.indexOf('.') + 1);
    const unsaid = all.filter((action) => !textAt(`whole.${action}`) && !textAt(`actions.${verb(action)}`));
    expect(unsaid).toEqual([]);
  });
});
