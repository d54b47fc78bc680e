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

test('t fills in placeholders, and keeps one without a value', () => {
  expect(i18n.t('ui:list.selectRow', { name: 'Achieng' })).toContain('Achieng');
  expect(i18n.t('ui:list.selectRow')).toContain('{{name}}');
  expect(i18n.t('ui:list.selectRow', { name: undefined })).not.toMatch(/\{|undefined/);
});

test('t groups the thousands of a count, but not of a year or a number given as text', async () => {
  await i18n.loadNamespaces('shell');
  expect(i18n.t('school:bulk.refused', { count: 1240 })).toContain('1,240');
  expect(i18n.t('shell:footer', { year: 2026, name: 'Mfuko' })).toContain('2026');
  expect(i18n.t('ui:list.selectRow', { name: '4001' })).toContain('4001');
});

test.each([
  ['en', 'row was', 'rows were'],
  ['sw', 'haukufanyika', 'haikufanyika'],
] as const)('t has a singular and a plural form in %s', async (language, one, many) => {
  await i18n.changeLanguage(language);
  expect(i18n.t('school:bulk.refused', { count: 1 })).toContain(one);
  for (const count of [0, 2]) expect(i18n.t('school:bulk.refused', { count })).toContain(many);
});

test('t uses a text of its own for zero if there is one', async () => {
  expect([0, 2].map((count) => i18n.t('ui:ago.minutes', { count }))).toEqual(['just now', '2 minutes ago']);
});

test('t uses the text of a known context, else the general one', async () => {
  await i18n.loadNamespaces('notices');
  const title = (values: { context?: string }) => i18n.t('notices:kinds.approval.asked.title', values);
  expect(title({ context: 'slip' })).toBe('A bank slip is waiting for approval');
  expect(title({})).not.toBe('A bank slip is waiting for approval');
  expect(title({ context: 'of a kind that has none' })).toBe(title({}));
});

test('textAt returns the given fallback for an unknown key', () => {
  expect(textAt('ui', 'field.no-such-code', 'the server’s own')).toBe('the server’s own');
  expect(textAt('ui', 'field.required', '')).not.toBe('');
  expect([i18n.exists('ui', 'field.required'), i18n.exists('ui', 'field')]).toEqual([true, false]);
});

test('changeLanguage applies the last of two quick changes', async () => {
  await i18n.loadNamespaces('books');
  await Promise.all([i18n.changeLanguage('sw'), i18n.changeLanguage('en')]);
  expect([i18n.language, document.documentElement.lang, localStorage.getItem('language')]).toEqual(['en', 'en', 'en']);
});

function Named() {
  const { t } = useTranslation(['campus', 'ui']);
  return <p>{`${t('ui:close')}: ${t('title')}`}</p>;
}

test('useTranslation suspends until its texts are loaded, and rerenders in another language', async () => {
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

test('startI18n starts in the stored language, with the problem texts', async () => {
  localStorage.setItem('language', 'sw');
  await startI18n(['ui']);
  expect([i18n.language, document.documentElement.lang]).toEqual(['sw', 'sw']);
  expect(textAt('problems', 'problem.session.none', '')).not.toBe('');
});

test('loadNamespaces loads texts again after a failed load', async () => {
  await i18n.loadNamespaces('exeats');
  expect(i18n.exists('exeats', 'title')).toBe(false);
  line.isCut = false;
  await i18n.loadNamespaces('exeats');
  expect(i18n.exists('exeats', 'title')).toBe(true);
});
