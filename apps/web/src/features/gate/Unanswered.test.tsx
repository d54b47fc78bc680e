import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import type { OrphanedRequest } from '../../school/pending/pending-request.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { overOf, unanswered, unansweredBefore } from './questions.ts';
import type { Line, LineState } from './queue/line.ts';
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

it('Unanswered counts open questions, and asks who collects while the proof is kept', () => {
  const onCollect = vi.fn();
  const second = { ...QUESTION, key: 'k2', admissionNumber: '4101', names: null };
  showScreen(<Unanswered earlier={[]} lines={[second, QUESTION]} onCollect={onCollect} onRead={ignore} />);
  expect(screen.getByRole('alert').textContent).toBe('2 students are not recorded as out');
  fireEvent.click(screen.getByRole('button', { name: '4100 Achieng Odhiambo: Who collects?' }));
  expect(onCollect).toHaveBeenCalledExactlyOnceWith(QUESTION);
  expect(screen.queryByText(/must come back/)).toBeNull();
});

it("Unanswered says with a sound that an expired question's child must come again, and can be dismissed", () => {
  const play = vi.spyOn(sounds, 'play').mockImplementation(ignore);
  const onRead = vi.fn();
  const gone = { ...QUESTION, proof: null };
  showScreen(<Unanswered earlier={[]} lines={[gone]} onCollect={ignore} onRead={onRead} />);
  const list = within(screen.getByRole('list', { name: '1 student is not recorded as out' }));
  expect(list.getByText('Nobody said who collects. The student must come back.')).toBeTruthy();
  expect(play).toHaveBeenCalledExactlyOnceWith('look');
  fireEvent.click(list.getByRole('button', { name: '4100 Achieng Odhiambo: Understood' }));
  expect(onRead).toHaveBeenCalledExactlyOnceWith(gone);
});

it.each<[string, Line]>([
  ['is recorded', later('recorded')],
  ['is on the way', later('sending')],
  ['is asked about anew', later('refused', 'collector.code')],
  ['is out already', later('refused', 'gate.not-in')],
])('a question ends or is replaced once the same child %s', (_, after) => {
  expect(keys([after, QUESTION])).toEqual(after.refusal?.problem === 'collector.code' ? ['later'] : []);
});

it.each<[string, Line]>([
  ['came again with a wrong PIN', later('refused', 'pin.wrong')],
  ['was not recorded by the server', later('refused', 'server.fault')],
])('a question stays open when the same child %s', (_, after) => {
  expect(keys([after, QUESTION])).toEqual(['k']);
});

it('a question stays open when another child is recorded after it, or the same child before it', () => {
  const other = { ...later('recorded'), admissionNumber: '4101' };
  expect(keys([other, QUESTION, later('recorded')])).toEqual(['k']);
});

const EARLIER: OrphanedRequest = {
  ...{ key: 'earlier', kind: 'out', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'refused' },
  refusal: refusal('collector.required'),
};

it('Unanswered counts questions of an earlier page, and dismisses each by a press', () => {
  const onRead = vi.fn();
  const second = { ...QUESTION, key: 'k2', admissionNumber: '4101', names: null };
  showScreen(<Unanswered earlier={[EARLIER]} lines={[second]} onCollect={ignore} onRead={onRead} />);
  expect(screen.getByRole('alert').textContent).toBe('2 students are not recorded as out');
  expect(screen.getByText('Nobody said who collects. The student must come back.')).toBeTruthy();
  expect(screen.getByText('Has a student left already? Tell the office.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '4100 Achieng Odhiambo: Understood' }));
  expect(onRead).toHaveBeenCalledExactlyOnceWith(EARLIER);
});

it.each<[string, Line, number, readonly string[]]>([
  ['is recorded', later('recorded'), 0, ['earlier']],
  ['is on the way', later('sending'), 0, []],
  ['is asked about anew', later('refused', 'collector.code'), 0, ['earlier']],
  ['is out already', later('refused', 'gate.not-in'), 0, ['earlier']],
  ['came again with a wrong PIN', later('refused', 'pin.wrong'), 1, []],
  ['is another child', { ...later('recorded'), admissionNumber: '4101' }, 1, []],
])("an earlier page's question, when its child %s, stays open or is over for good", (_, line, stands, over) => {
  expect(unansweredBefore([EARLIER], [line])).toHaveLength(stands);
  expect(overOf([EARLIER], [line])).toEqual(over);
});

it('unansweredBefore skips other refusals, and questions that were repeated or recorded since', () => {
  const since = { ...EARLIER, key: 'since', at: 5 };
  const before = (...left: OrphanedRequest[]) => unansweredBefore(left, []).map(({ key }) => key);
  expect(before({ ...EARLIER, refusal: refusal('pin.wrong') })).toEqual([]);
  expect(before({ ...EARLIER, outcome: 'asking', refusal: undefined as never })).toEqual([]);
  expect(before(EARLIER, since)).toEqual(['since']);
  expect(before(EARLIER, { ...since, outcome: 'recorded', refusal: undefined as never })).toEqual([]);
  expect(overOf([EARLIER, since], [])).toEqual(['earlier']);
});

it.each<[string, readonly Line[], readonly string[]]>([
  ['that stands', [QUESTION], []],
  ['that was put away', [{ ...QUESTION, putAway: true }], ['k']],
  ['whose child was let out elsewhere', [{ ...QUESTION, elsewhere: true }], ['k']],
  ['whose answer is on its way', [later('sending'), QUESTION], []],
  ['whose answer waits for a network', [later('waiting'), QUESTION], []],
  ['whose answer was recorded', [later('recorded'), QUESTION], ['k']],
])('overOf tells if a question %s is over for good', (_, lines, over) => {
  expect(overOf([], lines)).toEqual(over);
});
