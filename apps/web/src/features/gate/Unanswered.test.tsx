import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { unanswered } from './questions.ts';
import type { Line, LineState } from './queue.ts';
import * as sounds from './sounds.ts';
import { Unanswered } from './Unanswered.tsx';

const refusal = (problem: string) => new CallError({ status: 422, body: { problem } as never, atLogin: false });
const QUESTION: Line = {
  ...{ key: 'k', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4', kind: 'out', by: 'pin' },
  ...{ school: null, user: '254700000003', state: 'refused', unchecked: false, tries: 1, at: 0, settledAt: 0 },
  ...{ proof: {}, event: null, refusal: refusal('collector.required') },
};
const ignore = () => undefined;
const keys = (lines: readonly Line[]) => unanswered(lines).map(({ key }) => key);
const later = (state: LineState, problem?: string): Line => ({
  ...QUESTION,
  ...{ key: 'later', state, refusal: problem ? refusal(problem) : null },
});

beforeAll(() => prepareScreens(['gate']));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('counts those who are not out, and asks who collects for as long as the proof is there', () => {
  const onCollect = vi.fn();
  const second = { ...QUESTION, key: 'k2', admissionNumber: '4101', names: null };
  showScreen(<Unanswered lines={[second, QUESTION]} onCollect={onCollect} onRead={ignore} />);
  expect(screen.getByRole('alert').textContent).toBe('2 students are not recorded as out');
  fireEvent.click(screen.getByRole('button', { name: '4100 Achieng Odhiambo: Who collects?' }));
  expect(onCollect).toHaveBeenCalledExactlyOnceWith(QUESTION);
  expect(screen.queryByText(/come again/)).toBeNull();
});

it('says once the proof is gone that the child has to come again, with a sound, and is put away by a press', () => {
  const play = vi.spyOn(sounds, 'play').mockImplementation(ignore);
  const onRead = vi.fn();
  const gone = { ...QUESTION, proof: null };
  showScreen(<Unanswered lines={[gone]} onCollect={ignore} onRead={onRead} />);
  const list = within(screen.getByRole('list', { name: '1 student is not recorded as out' }));
  expect(list.getByText('Nobody said who collects. Has to come again.')).toBeTruthy();
  expect(play).toHaveBeenCalledExactlyOnceWith('look');
  fireEvent.click(list.getByRole('button', { name: '4100 Achieng Odhiambo: Understood' }));
  expect(onRead).toHaveBeenCalledExactlyOnceWith(gone);
});

it.each<[string, Line]>([
  ['is recorded', later('recorded')],
  ['is on the way', later('sending')],
  ['is asked about anew', later('refused', 'collector.code')],
  ['is out already', later('refused', 'gate.not-in')],
])('no longer stands once the same child %s', (_, after) => {
  expect(keys([after, QUESTION])).toEqual(after.refusal?.problem === 'collector.code' ? ['later'] : []);
});

it.each<[string, Line]>([
  ['came again with a wrong PIN', later('refused', 'pin.wrong')],
  ['was not recorded by the server', later('refused', 'server.fault')],
])('stands where the same child %s', (_, after) => {
  expect(keys([after, QUESTION])).toEqual(['k']);
});

it('stands whoever else is recorded after it, and whatever was recorded before it', () => {
  const other = { ...later('recorded'), admissionNumber: '4101' };
  expect(keys([other, QUESTION, later('recorded')])).toEqual(['k']);
});
