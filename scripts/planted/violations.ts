/** Violation of a rule of the repository, in files that are added to a copy of it or changed there. */
export interface Violation {
  readonly name: string;
  /** Name of the check (`scripts/check.ts`) that must fail. */
  readonly check: string;
  /** Text of each new file, or the change of an existing one. */
  readonly files: Readonly<Record<string, string | ((text: string) => string)>>;
  /** Pattern of the check's message. */
  readonly says: RegExp;
}

const CANTEEN = 'apps/server/src/features/canteen';
const SCREENS = 'apps/web/src/features/canteen';
// Assembled at run time, since the check of words would otherwise find it in this file.
const RETIRED = ['open', 'Door'].join('');

/** One violation of each rule that has a check. */
export const VIOLATIONS: readonly Violation[] = [
  {
    name: 'a retired word',
    check: 'words',
    files: { [`${CANTEEN}/planted.ts`]: `export function ${RETIRED}(): void {}\n` },
    says: new RegExp(`canteen/planted\\.ts: the word "${RETIRED}" is retired`),
  },
  {
    name: 'a table written by a stranger',
    check: 'table owners',
    files: {
      [`${CANTEEN}/planted.ts`]: `import type { Tx } from '../../platform/database/database.ts';

export async function takeTill(tx: Tx): Promise<void> {
  await tx.row(\`UPDATE tills SET opening_float = 0 WHERE school_id = $1\`, [tx.schoolId]);
}
`,
    },
    says: /canteen\/planted\.ts: UPDATE of tills, which is written by tills only/,
  },
  {
    name: 'a circle',
    check: 'import law',
    files: {
      [`${CANTEEN}/planted.ts`]: `import { other } from './planted-too.ts';\n\nexport const one = (): number => other();\n`,
      [`${CANTEEN}/planted-too.ts`]: `import { one } from './planted.ts';\n\nexport const other = (): number => one();\n`,
    },
    says: /canteen\/planted(-too)?\.ts → .*canteen\/planted(-too)?\.ts: a circle/,
  },
  {
    name: 'a feature entered past its entry',
    check: 'import law',
    files: {
      [`${CANTEEN}/planted.ts`]: `import { accountOf } from '../wallet/channels.ts';\n\nexport const planted = accountOf;\n`,
    },
    says: /canteen\/planted\.ts → .*wallet\/channels\.ts: a feature is entered by its index\.ts/,
  },
  {
    name: 'a link to no screen',
    check: 'types of the console',
    files: {
      [`${SCREENS}/Planted.tsx`]: `import { Link } from '@tanstack/react-router';

export function Planted() {
  return <Link to="/app/report.menuu">x</Link>;
}
`,
    },
    says: /canteen\/Planted\.tsx.*'?"\/app\/report\.menuu"/,
  },
  {
    name: 'a statement that does not PREPARE',
    check: 'statements',
    files: {
      [`${CANTEEN}/planted.ts`]: `import type { Tx } from '../../platform/database/database.ts';

export async function readNothing(tx: Tx): Promise<void> {
  await tx.row('SELECT s.no_such_column FROM students s WHERE s.school_id = $1', [tx.schoolId]);
}
`,
    },
    says: /canteen\/planted\.ts.*column s\.no_such_column does not exist/s,
  },
  {
    name: 'a long file without a reason',
    check: 'large files',
    files: { [`${CANTEEN}/planted.ts`]: '// A line.\n'.repeat(151) },
    says: /canteen\/planted\.ts/,
  },
  {
    name: 'an error that is swallowed without a reason',
    check: 'swallowed errors',
    files: {
      [`${CANTEEN}/planted.ts`]: `export const planted = (work: Promise<void>) => work.catch(() => undefined);\n`,
    },
    says: /canteen\/planted\.ts:1: an error is swallowed without a reason/,
  },
  {
    name: 'an effect that returns what a method of an element returns',
    check: 'effects',
    files: {
      [`${SCREENS}/planted.ts`]: `import { useEffect } from 'react';

export function usePlanted(field: HTMLElement): void {
  useEffect(() => field.focus(), [field]);
}
`,
    },
    says: /canteen\/planted\.ts:4: React would call what this returns as the clean-up/,
  },
  {
    name: 'a folder that is not there, in a document',
    check: 'docs',
    files: { 'docs/planted.md': '# Planted\n\nThe rules are in `apps/server/src/features/plantings`.\n' },
    says: /docs\/planted\.md: there is no apps\/server\/src\/features\/plantings/,
  },
  {
    name: 'a notice kind without its row',
    check: 'docs',
    files: { 'docs/features/notices.md': (text) => text.replace(/^\|[^|]*`erase\.retention`.*\n/m, '') },
    says: /docs\/features\/notices\.md: no row for the notice kind erase\.retention/,
  },
  {
    name: 'a decision without its row',
    check: 'docs',
    files: { 'docs/decisions/9999-planted.md': '# 9999: Planted\n' },
    says: /docs\/decisions\/README\.md has no row for 9999-planted\.md/,
  },
];
