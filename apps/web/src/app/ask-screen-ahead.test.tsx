import { cleanup } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/queries.ts';
import { forgetSchool, pickSchool } from '../lib/school.ts';
import { clearSession, saveSession } from '../lib/session.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { askScreenAhead } from './ask-screen-ahead.ts';
import { SCREENS } from './routes-table.ts';
import type { Screen } from './screens/screen.ts';

const SCHOOL = { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' };
const PATIENT = { timeout: 20_000 };
let address = '';
let api: FakeApi;

vi.mock('@tanstack/react-router', () => ({
  Link: 'a',
  createLink: () => 'a',
  useSearch: () => {
    const { page, pageSize, ...more } = Object.fromEntries(new URLSearchParams(address));
    return { ...more, ...(page && { page: Number(page) }), ...(pageSize && { pageSize: Number(pageSize) }) };
  },
  useNavigate: () => () => undefined,
}));

beforeAll(async () => {
  const texts = Object.keys(import.meta.glob('../locales/en/*.json')).map((file) => file.replace(/.*\/|\.json$/g, ''));
  api = await prepareScreens(texts);
});
beforeEach(() => {
  saveSession({ token: 'the-token', userName: '254700000002', role: 'SchoolAdmin' });
  pickSchool(SCHOOL);
});
afterEach(cleanup);

function screenOf(path: string): Screen {
  const screen = SCREENS.find((one) => one.path === path);
  if (!screen) throw new Error(`No screen has the path ${path}.`);
  return screen;
}

/** Returns the calls that were made since the last check. */
function asked(): string[] {
  return api.calls.splice(0).map(({ path, input }) => `${path} ${JSON.stringify(Object.entries(input).toSorted())}`);
}

function askAhead(path: string): string[] {
  asked();
  askScreenAhead(createQueryClient(), screenOf(path), new URLSearchParams(address));
  return asked();
}

describe('askScreenAhead', () => {
  it.each([
    ['student.view', ''],
    ['student.view', 'pageSize=1000'],
    ['student.view', 'page=3&pageSize=25&search=am%20ina&status=left'],
    ['student.view', 'status=&classSYSID=01900000-0000-7000-8000-000000000001&hasFingerprint=false'],
    ['school.dash', ''],
    ['school.dash', 'checkTypeSYSID=2&pageSize=50'],
  ])('requests what %s?%s requests itself', async (path, search) => {
    address = search;
    const ahead = askAhead(path);
    expect(ahead.length).toBeGreaterThan(0);
    const page = await screenOf(path).page?.();
    if (!page) throw new Error('There is no page.');
    showScreen(createElement(page));
    const all: string[] = [];
    await vi.waitFor(() => {
      all.push(...asked());
      expect(all).toEqual(expect.arrayContaining(ahead));
    }, PATIENT);
  });

  it('requests nothing when the URL has a sort', () => {
    address = 'sort=-balance';
    expect(askAhead('student.view')).toEqual([]);
  });

  it('requests nothing without a session, without a school, or for a role that may not see the screen', () => {
    address = '';
    saveSession({ token: 'the-token', userName: '254700000003', role: 'CheckAgent' });
    expect(askAhead('student.view')).toEqual([]);
    saveSession({ token: 'the-token', userName: '254700000001', role: 'Admin' });
    forgetSchool();
    expect(askAhead('student.view')).toEqual([]);
    pickSchool(SCHOOL);
    clearSession();
    expect(askAhead('student.view')).toEqual([]);
  });
});
