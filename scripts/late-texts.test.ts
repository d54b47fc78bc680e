import { expect, it } from 'vitest';
import { compareTexts, findLate } from './late-texts/find-late.ts';
import { Parts } from './late-texts/parts.ts';

const PAGE = { file: 'page.tsx', name: 'Page' };
const DIALOG = `export function Dialog() { useTranslation('wallet'); return <Inner />; }
function Inner() { useTranslation(['wallet', 'school']); return <p />; }`;
const PART = `const Dialog = latePart(() => import('./dialog.tsx').then((it) => it.Dialog));`;
const FETCHED = `const Dialog = lazy(() => import('./dialog.tsx').then((it) => ({ default: it.Dialog })));`;

const read = (files: Readonly<Record<string, string>>) => new Parts((file) => files[file]);
const page = (body: string, more = {}) => read({ 'page.tsx': body, 'dialog.tsx': DIALOG, ...more });

it.each<[what: string, body: string, more?: Record<string, string>]>([
  [
    'a part of its file',
    `export function Page() { return <Line />; } function Line() { useTranslation('school'); return <p />; }`,
  ],
  ['a hook', `export function Page() { useWord(); return <p />; } const useWord = () => useTranslation('school').t;`],
  [
    'a part of another file, by its index',
    `import { Line } from './index.ts'; export function Page() { return <ul>{[1].map(() => <Line />)}</ul>; }`,
    {
      'index.ts': `export { Line } from './line.tsx';`,
      'line.tsx': `export const Line = () => useTranslation(['ui', 'school']) && null;`,
    },
  ],
  [
    'a part that it hands to another one',
    `import { List } from './list.tsx'; const Line = () => useTranslation('school') && null; export const Page = () => <List line={(row) => <Line row={row} />} />;`,
    { 'list.tsx': `export const List = () => null;` },
  ],
])('reports texts that a screen uses without fetching them: those of %s', (_what, body, more) => {
  const parts = page(body, more);
  expect(compareTexts(parts, PAGE, [], ['ui']).join()).toContain(`'school' come late`);
  expect(compareTexts(parts, PAGE, ['school'], ['ui'])).toEqual([]);
});

it('requires no texts that are used behind a boundary, in a type or in an unused part', () => {
  const parts = page(`${FETCHED}
    const Apart = () => useTranslation('books') && null;
    export function Page({ a }: { a: Say<typeof Apart> }) { return <Suspense fallback={<p />}><Dialog /></Suspense>; }`);
  expect(compareTexts(parts, PAGE, [], [])).toEqual([]);
});

it('reports texts that a screen fetches without using them', () => {
  expect(compareTexts(page('export const Page = () => null;'), PAGE, ['books'], []).join()).toContain('for nothing');
});

it('reports lazy code without a boundary, unless latePart brings one', () => {
  const of = (fetched: string) => page(`${fetched} export function Page() { return <div>{open && <Dialog />}</div>; }`);
  expect(compareTexts(of(FETCHED), PAGE, [], []).join()).toContain('no boundary is around it');
  expect(compareTexts(of(PART), PAGE, [], [])).toEqual([]);
});

it('a part that is only fetched ahead outside its boundary does not count as drawn there', () => {
  const parts = page(
    `${PART} export function Page() { useTranslation(['wallet', 'school']); Dialog.ahead(); Dialog.useIsHere(); return <Suspense><Dialog /></Suspense>; }`,
  );
  expect(compareTexts(parts, PAGE, ['wallet', 'school'], [])).toEqual([]);
});

it.each<[what: string, body: string, said: RegExp]>([
  [
    'asks for its texts one after the other',
    `${FETCHED} export const Page = () => <Suspense><Dialog /></Suspense>;`,
    /'school' too late/,
  ],
  [
    'comes by itself and asks so',
    `const Dialog = lateDialog(async () => (await import('./dialog.tsx')).Dialog);`,
    /'school' too late/,
  ],
  [
    'shares its boundary',
    `${FETCHED} export function Page() { useTranslation(['wallet', 'school']); return <Suspense><Known />{open && <Dialog />}</Suspense>; } const Known = () => null;`,
    /its code and hides the rest/,
  ],
  [
    'shares the drawer with a part of a library',
    `import { Button } from 'library'; export const Page = () => <DetailDrawer><Button /><Line /></DetailDrawer>; const Line = () => useTranslation('books') && null;`,
    /books and hides the rest/,
  ],
  [
    'is fetched no check can tell from',
    `const Dialog = lazy(() => import('./dialog.tsx')); export const Page = () => <Suspense><Dialog /></Suspense>;`,
    /nothing tells/,
  ],
])('reports a part behind a boundary that %s', (_what, body, said) => {
  expect(findLate(page(body), 'page.tsx').join()).toMatch(said);
});

it.each<[what: string, body: string]>([
  [
    'whose texts are there already',
    `${FETCHED} export function Page() { useTranslation(['wallet', 'school']); return <Suspense><Dialog /></Suspense>; }`,
  ],
  [
    'that shares it with what waits for nothing',
    `export function Page() { useTranslation('books'); return <Suspense><Line /><Line /><Other /></Suspense>; } const Line = () => useTranslation('books') && null; const Other = () => null;`,
  ],
  [
    'with one of its own inside',
    `${FETCHED} export function Page() { useTranslation(['wallet', 'school']); return <Suspense><Row /></Suspense>; } const Row = () => useTranslation(['wallet', 'school']) && <b><Suspense><Dialog /></Suspense></b>;`,
  ],
])('accepts a part %s', (_what, body) => {
  expect(findLate(page(body), 'page.tsx')).toEqual([]);
});
