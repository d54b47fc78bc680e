import { getClasses } from '@mfuko/contract/schools';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { call, onVisitReason } from '../../lib/request.ts';
import { askReason, useReasonAsk } from '../../lib/visit-reason.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { VisitDialog } from './VisitDialog.tsx';

let api: FakeApi;
let inside = false;

beforeAll(async () => {
  api = await prepareScreens(['visits']);
  onVisitReason(() => askReason(null));
});
beforeEach(() => {
  inside = false;
  api.calls.length = 0;
  api.replies = {
    'school/getClasses': () =>
      inside ? { body: [] } : { status: 403, body: { code: '403', message: '', problem: 'visit.reason-needed' } },
    'school/beginVisit': () => {
      inside = true;
      return { body: { until: '2026-03-02T09:00:00.000Z' } };
    },
  };
  showScreen(<Asked />);
});
afterEach(cleanup);

function Asked() {
  const ask = useReasonAsk();
  return ask && <VisitDialog ask={ask} />;
}

const paths = () => api.calls.map(({ path }) => path);

test('VisitDialog asks once for the reason of parallel calls, and then both are retried', async () => {
  const both = Promise.all([call(getClasses, {}), call(getClasses, {})]);
  await screen.findByRole('dialog', { name: /Why are you opening/ });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Enter a reason, in a few words');
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'The head asked for help' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await both;
  expect(api.calls.filter(({ path }) => path === 'school/beginVisit').map(({ input }) => input)).toEqual([
    { reason: 'The head asked for help' },
  ]);
  expect(paths().filter((path) => path === 'school/getClasses')).toHaveLength(4);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 });
});

test('VisitDialog on Cancel rejects the call with visit.reason-needed, and begins no visit', async () => {
  const refused = call(getClasses, {}).catch((error: unknown) => error);
  await screen.findByRole('dialog', { name: /Why are you opening/ });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const error = await refused;
  expect(error instanceof CallError && error.problem).toBe('visit.reason-needed');
  expect(paths()).not.toContain('school/beginVisit');
});
