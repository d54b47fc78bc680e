import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { missingAnchors, missingOperations } from './doc-anchors.ts';

const root = mkdtempSync(join(tmpdir(), 'doc-anchors-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'docs/features'), { recursive: true });
writeFileSync(
  join(root, 'docs/operations.md'),
  '# Operations\n\n## Keys, and `MASTER_KEY`\n\n## Limits\n\n### Limits\n\n```\n# In a shell\n```\n',
);

it.each([
  ['accepts a heading of another page', '[keys](../operations.md#keys-and-master_key)', []],
  ['accepts the second of two equal headings', '[limits](../operations.md#limits-1)', []],
  ['reports a third where there are two', '[limits](../operations.md#limits-2)', ['../operations.md#limits-2']],
  ['reports a heading that another page lacks', '[jobs](../operations.md#jobs)', ['../operations.md#jobs']],
  [
    'takes no comment of a code block for a heading',
    '[shell](../operations.md#in-a-shell)',
    ['../operations.md#in-a-shell'],
  ],
  ['accepts a heading of the page itself', '## The gate\n\n[above](#the-gate)', []],
  ['reports a heading that the page itself lacks', '## The gate\n\n[above](#the-bus)', ['#the-bus']],
  ['leaves pages that do not exist to the check of links', '[gone](../gone.md#jobs)', []],
])('%s', (_name, text, missing) => {
  expect(missingAnchors(root, 'docs/features/gate.md', text)).toEqual(
    missing.map((link) => `the link to ${link} leads to no heading`),
  );
});

it('reports a heading that a message names and docs/operations.md lacks', () => {
  const source = "'Operations, The clock; or set it', 'Operations, The moon: wait'";
  expect(missingOperations('## The clock\n', source)).toEqual(['docs/operations.md has no heading "The moon"']);
});
