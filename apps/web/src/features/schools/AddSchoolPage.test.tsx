import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentSchool, pickSchool } from '../../lib/school.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AddSchoolPage } from './AddSchoolPage.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));
vi.mock('./ConfigForm.tsx', () => ({ ConfigForm: ({ buttons }: { buttons: unknown }) => buttons }));

const DEMO = { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' };
const KILIMO = { sysid: '01900000-0000-7000-8000-000000000902', officialName: 'Kilimo Academy' };
const DRAFT = `draft:254700000002:${DEMO.sysid}:school.add`;

beforeAll(() => prepareScreens(['schools']));
beforeEach(() => pickSchool(DEMO));
afterEach(cleanup);

/** Opens the page with the draft of a registered school, and skips its configuration. */
async function openWith(draft: object) {
  sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  showScreen(<AddSchoolPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Finish later' }));
  return screen.findByText('Add users');
}

test('AddSchoolPage uses the official name of a school whose draft has no short name', async () => {
  fireEvent.click(await openWith(KILIMO));
  expect(currentSchool()).toEqual({ sysid: KILIMO.sysid, shortName: 'Kilimo Academy' });
});

test.each(['ctrlKey', 'metaKey', 'shiftKey'])(
  'AddSchoolPage on a click with %s picks the new school for other tabs, and not for this one',
  async (key) => {
    fireEvent.click(await openWith({ ...KILIMO, shortName: 'KILIMO' }), { [key]: true });
    expect(currentSchool()).toEqual(DEMO);
    expect(JSON.parse(sessionStorage.getItem('school') ?? '')).toEqual(DEMO);
    // A new tab starts in the registered school.
    expect(JSON.parse(localStorage.getItem('school') ?? '')).toEqual({ sysid: KILIMO.sysid, shortName: 'KILIMO' });
  },
);
