import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSources, ROOT } from '../sources.ts';
import { isPage } from './contents.ts';
import { linkWithin, scannerPlace, serverPlace } from './pages.ts';
import { SCANNER_PAGES } from './scanner.ts';

describe('an installed page', () => {
  const isInstalled = (file: string) => ['CHANGELOG.md', 'docs/security.md', 'docs/decisions/0001-a.md'].includes(file);

  it.each([
    ['docs/security.md', 'See [why](decisions/0001-a.md).', 'See [why](decisions/0001-a.md).'],
    ['CHANGELOG.md', '[why](docs/decisions/0001-a.md#left-out)', '[why](decisions/0001-a.md#left-out)'],
    ['docs/decisions/0001-a.md', '[rows](../security.md) of [it](#rows)', '[rows](../security.md) of [it](#rows)'],
    ['docs/decisions/0001-a.md', '[`list.ts`](../../scripts/list.ts), read', '`list.ts`, read'],
    ['docs/security.md', '[the law](https://example.org/a_(b))', '[the law](https://example.org/a_(b))'],
    ['docs/security.md', '[a [row] of it](other.md)', 'a [row] of it'],
  ])('of %s links only to pages that are installed with it', (page, text, installed) => {
    expect(linkWithin(page, text, isInstalled, serverPlace)).toBe(installed);
  });

  const scanner = new Set<string>(SCANNER_PAGES);
  it.each([
    ['the server', listSources('.md').filter(isPage), isPage, serverPlace],
    ['the scanner', SCANNER_PAGES, (file: string) => scanner.has(file), scannerPlace],
  ])('of %s has no broken link', (_, pages, isIn, placeOf) => {
    const places = new Set(pages.map(placeOf));
    const lost = pages.flatMap((page) => {
      expect(existsSync(join(ROOT, page))).toBe(true);
      const text = linkWithin(page, readFileSync(join(ROOT, page), 'utf8'), isIn, placeOf);
      return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
        .map(([, target = '']) => target.split('#')[0] ?? '')
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .filter((target) => !places.has(join(dirname(placeOf(page)), target)))
        .map((target) => `${page}: ${target}`);
    });
    expect(lost).toEqual([]);
  });
});
