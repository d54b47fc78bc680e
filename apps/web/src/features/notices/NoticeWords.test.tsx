import type { NoticeRow } from '@mfuko/contract/notices';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { NoticeWords } from './NoticeWords.tsx';

beforeAll(() => prepareScreens(['notices']));
afterEach(() => i18n.changeLanguage('en'));

function said(kind: NoticeRow['kind'], params: NoticeRow['params']): string | null {
  const notice: NoticeRow = {
    sysid: 'n',
    kind,
    severity: 'info',
    params,
    subject: null,
    date: '2026-11-02T07:00:00Z',
    read: false,
  };
  showScreen(<NoticeWords notice={notice} />);
  const text = document.body.textContent;
  cleanup();
  return text;
}

test('NoticeWords uses the singular for a count of one, whatever its parameter is called', async () => {
  expect(said('import.undone', { by: 'Wanjiru', file: 'Form 1.xlsx', count: 1 })).toContain(': 1 row.');
  expect(said('import.undone', { by: 'Wanjiru', file: 'Form 1.xlsx', count: 2 })).toContain(': 2 rows.');
  expect(said('announcement.waits', { by: 'Wanjiru', recipients: 1 })).toContain('to 1 guardian.');
  expect(said('books.unverified', { days: 1 })).toContain('verified 1 day ago');
  await i18n.changeLanguage('sw');
  expect(said('announcement.waits', { by: 'Wanjiru', recipients: 1 })).toContain('kwa mlezi 1.');
  expect(said('announcement.waits', { by: 'Wanjiru', recipients: 3 })).toContain('kwa walezi 3.');
});
