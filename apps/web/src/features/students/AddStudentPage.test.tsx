import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AddStudentPage } from './AddStudentPage.tsx';

const STUDENT = '01900000-0000-7000-8000-000000000007';
const CLASS = '01900000-0000-7000-8000-000000000003';
let api: FakeApi;

const type = (label: RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const filled = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
const steps = () => [...document.querySelectorAll('ol > [data-state]')].map((step) => step.textContent);

function show() {
  showScreen(
    <AddStudentPage
      fingerprint={({ impressions, onEnrolled, onNext, onBack }) => (
        <>
          <p>{JSON.stringify(impressions)}</p>
          <button
            type="button"
            onClick={() => {
              onEnrolled({ finger: 'right-index', impressions: 2 });
              onNext();
            }}
          >
            enrol
          </button>
          <button type="button" onClick={onBack}>
            to details
          </button>
        </>
      )}
    />,
  );
}
async function fillDetails() {
  type(/^Admission number/, '4001');
  type(/^First name/, 'Amani');
  type(/^Last name/, 'Mwende');
  type(/^Check pin/, '482913');
  fireEvent.click(screen.getByRole('combobox', { name: /Class/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Grade 3' }));
}

beforeAll(async () => {
  api = await prepareScreens(['shell', 'students']);
});
beforeEach(() => {
  sessionStorage.clear();
  api.calls.length = 0;
  api.replies = {
    'school/getClasses': () => ({
      body: [{ sysid: CLASS, className: 'Grade 3', dateCreated: '2026-01-01T00:00:00Z', noOfStudents: 1 }],
    }),
    'student/createStudent': (input) => ({ body: { ...input, sysid: STUDENT, className: 'Grade 3' } }),
    'student/getContacts': () => ({ body: [] }),
  };
});
afterEach(cleanup);

test('AddStudentPage restores typed details when rendered again, but never stores the PIN', async () => {
  show();
  await fillDetails();
  expect(JSON.stringify({ ...sessionStorage })).toContain('Amani');
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('482913');
  cleanup();
  show();
  expect([filled(/^Admission number/), filled(/^First name/), filled(/^Last name/)]).toEqual([
    '4001',
    'Amani',
    'Mwende',
  ]);
  expect(filled(/^Check pin/)).toBe('');
});

test('AddStudentPage returns to its step when rendered again, and keeps its data on Back', async () => {
  show();
  await fillDetails();
  press('Next');
  fireEvent.click(await screen.findByRole('button', { name: 'enrol' }));
  await screen.findByRole('heading', { name: 'Guardian' });
  expect(api.calls.find(({ path }) => path === 'student/createStudent')?.input).toMatchObject({
    admissionNumber: '4001',
    names: 'Amani Mwende',
    classSYSID: CLASS,
    checkPin: '482913',
  });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('482913');
  cleanup();
  show();
  await screen.findByRole('heading', { name: 'Guardian' });
  press('Back');
  expect(await screen.findByText('{"right-index":2}')).toBeTruthy();
  press('to details');
  expect(await screen.findByText('4001')).toBeTruthy();
  expect(screen.getByText('Amani Mwende')).toBeTruthy();
});

test('AddStudentPage requires admission number, names and class', async () => {
  show();
  await screen.findByRole('combobox', { name: /Class/ });
  press('Next');
  for (const field of [/^Admission number/, /^First name/, /^Last name/, /^Class/])
    expect((await screen.findAllByLabelText(field))[0]?.getAttribute('aria-invalid')).toBe('true');
  expect(api.calls.some(({ path }) => path === 'student/createStudent')).toBe(false);
});

test('AddStudentPage shows a duplicate admission number at its field, and keeps the PIN', async () => {
  api.replies['student/createStudent'] = () => ({
    status: 409,
    body: {
      code: '409',
      problem: 'student.duplicate',
      message: 'A student with admission number 4001 already exists.',
    },
  });
  show();
  await fillDetails();
  press('Next');
  expect(await screen.findByText('A student with admission number 4001 already exists.')).toBeTruthy();
  expect(screen.getByLabelText(/^Admission number/).getAttribute('aria-invalid')).toBe('true');
  expect(filled(/^Check pin/)).toBe('482913');
});

test('AddStudentPage clears the guardian form after adding, and starts over on Complete', async () => {
  const guardians: unknown[] = [];
  api.replies['student/getContacts'] = () => ({ body: guardians });
  api.replies['student/addContact'] = (input) => {
    guardians.push({ ...input, sysid: STUDENT });
    return { body: { ...input, sysid: STUDENT } };
  };
  show();
  await fillDetails();
  press('Next');
  fireEvent.click(await screen.findByRole('button', { name: 'enrol' }));
  await screen.findByRole('heading', { name: 'Guardian' });
  expect(steps()).toEqual(['Details', 'Fingerprint', '3Guardian']);
  type(/^Names/, 'Mary Mwende');
  type(/^Phone number/, '254722000333');
  press('Add Contact');
  expect(await screen.findByText('Mary Mwende · 254722000333')).toBeTruthy();
  expect(filled(/^Names/)).toBe('');
  press('Complete');
  await screen.findByLabelText(/^Admission number/);
  expect(filled(/^Admission number/)).toBe('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Amani');
});
