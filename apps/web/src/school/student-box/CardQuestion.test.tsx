import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CardQuestion } from './CardQuestion.tsx';

const NAMES: Record<string, string> = { '4001': 'Wanjiku Kamau', '4005': 'Amani Mwende' };
let api: FakeApi;
const answered = vi.fn();

beforeAll(async () => {
  api = await prepareScreens(['school']);
});
beforeEach(() => {
  answered.mockClear();
  api.replies = {
    'check/getStudent': ({ admissionNumber }) =>
      NAMES[String(admissionNumber)]
        ? {
            body: {
              admissionNumber,
              names: NAMES[String(admissionNumber)],
              className: 'Grade 3',
              hasFingerprint: true,
            },
          }
        : { status: 404, body: { code: '404', message: 'Nobody has this number.', problem: 'student.not-found' } },
  };
});
afterEach(cleanup);

const ask = (number: string) => showScreen(<CardQuestion number={number} chosen="4001" onAnswer={answered} />);

test('CardQuestion names the scanned student, and focuses the button that keeps the current one', async () => {
  ask('4005');
  await screen.findByRole('dialog', { name: 'Card of Amani Mwende scanned: change student?' });
  const keep = await screen.findByRole('button', { name: /Wanjiku Kamau/ });
  await waitFor(() => expect(document.activeElement).toBe(keep));
  fireEvent.click(keep);
  expect(answered.mock.calls).toEqual([[false]]);
});

test('CardQuestion changes the student only by its button: Escape keeps the current one', async () => {
  ask('4005');
  const change = await screen.findByRole('button', { name: 'Change student' });
  fireEvent.keyDown(change, { key: 'Escape' });
  expect(answered.mock.calls).toEqual([[false]]);
  fireEvent.click(change);
  expect(answered.mock.calls).toEqual([[false], [true]]);
});

test('CardQuestion offers no change for a card without a student', async () => {
  ask('987654');
  await screen.findByRole('dialog', { name: 'Card 987654 belongs to nobody here' });
  expect(screen.queryByRole('button', { name: 'Change student' })).toBeNull();
});
