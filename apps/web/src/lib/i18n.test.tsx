import { act, render, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n, textAt, useTranslation } from './i18n.ts';

const line = vi.hoisted(() => ({ isCut: true }));
vi.mock('../locales/en/exeats.json', async (load) => {
  if (line.isCut) throw new TypeError('Failed to fetch');
  return load();
});
vi.mock('../locales/sw/exeats.json', () => {
  throw new TypeError('Failed to fetch');
});

beforeAll(() => startI18n(['ui', 'tills', 'school']));
afterEach(() => i18n.changeLanguage('en'));

test('fills the blanks in, and leaves one that nothing is given for', () => {
  expect(i18n.t('ui:list.selectRow', { name: 'Achieng' })).toContain('Achieng');
  expect(i18n.t('ui:list.selectRow')).toContain('{{name}}');
  expect(i18n.t('ui:list.selectRow', { name: undefined })).not.toMatch(/\{|undefined/);
});

test('groups the thousands of a number, but for one that counts nothing', async () => {
  await i18n.loadNamespaces('shell');
  expect(i18n.t('school:bulk.refused', { count: 1240 })).toContain('1,240');
  expect(i18n.t('shell:footer', { year: 2026, name: 'Mfuko' })).toContain('2026');
  expect(i18n.t('ui:list.selectRow', { name: '4001' })).toContain('4001');
});

test.each([
  ['en', 'row was', 'rows were'],
  ['sw', 'haukufanyika', 'haikufanyika'],
] as const)('has a form for one and for many in %s', async (language, one, many) => {
  await i18n.changeLanguage(language);
  expect(i18n.t('school:bulk.refused', { count: 1 })).toContain(one);
  for (const count of [0, 2]) expect(i18n.t('school:bulk.refused', { count })).toContain(many);
});

test('has a text of its own for none where there is one', async () => {
  expect([0, 2].map((count) => i18n.t('ui:ago.minutes', { count }))).toEqual(['just now', '2 minutes ago']);
});

test('has a text of its own for a case that `context` names, and the usual one for others', async () => {
  await i18n.loadNamespaces('notices');
  const title = (values: { context?: string }) => i18n.t('notices:kinds.approval.asked.title', values);
  expect(title({ context: 'slip' })).toBe('A bank slip waits for a second person');
  expect(title({})).not.toBe('A bank slip waits for a second person');
  expect(title({ context: 'of a kind that has none' })).toBe(title({}));
});

test('a key of a word that the console does not know gives the word that came with it', () => {
  expect(textAt('ui', 'field.no-such-code', 'the server’s own')).toBe('the server’s own');
  expect(textAt('ui', 'field.required', '')).not.toBe('');
  expect([i18n.exists('ui', 'field.required'), i18n.exists('ui', 'field')]).toEqual([true, false]);
});

test('of two quick changes the last one counts, though the first one takes longer', async () => {
  await i18n.loadNamespaces('books');
  await Promise.all([i18n.changeLanguage('sw'), i18n.changeLanguage('en')]);
  expect([i18n.language, document.documentElement.lang, localStorage.getItem('language')]).toEqual(['en', 'en', 'en']);
});

function Named() {
  const { t } = useTranslation(['campus', 'ui']);
  return <p>{`${t('ui:close')}: ${t('title')}`}</p>;
}

test('a screen waits for its texts, and is drawn again in another language as a whole', async () => {
  const shown = () => document.body.textContent;
  await act(async () => {
    render(
      <Suspense fallback="waiting">
        <Named />
      </Suspense>,
    );
  });
  await waitFor(() => expect(shown()).toBe('Close: Check Dashboard'));
  await act(() => i18n.changeLanguage('sw'));
  expect(shown()).toMatch(/^Funga: /);
});

test('a browser that was used in Kiswahili starts in it, with the words for refusals', async () => {
  localStorage.setItem('language', 'sw');
  await startI18n(['ui']);
  expect([i18n.language, document.documentElement.lang]).toEqual(['sw', 'sw']);
  expect(textAt('problems', 'problem.session.none', '')).not.toBe('');
});

test('texts that did not come are asked for again by whoever needs them next', async () => {
  await i18n.loadNamespaces('exeats');
  expect(i18n.exists('exeats', 'title')).toBe(false);
  line.isCut = false;
  await i18n.loadNamespaces('exeats');
  expect(i18n.exists('exeats', 'title')).toBe(true);
});
