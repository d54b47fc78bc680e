import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { Latest } from './Latest.tsx';
import { isUndoable, type Line } from './queue/line.ts';

const LINE: Line = {
  ...{ key: 'k', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4', kind: 'out', by: 'pin' },
  ...{
    school: null,
    user: '254700000003',
    state: 'refused',
    unchecked: false,
    tries: 1,
    at: 0,
    settledAt: 0,
    proof: {},
    event: null,
    refusal: null,
  },
};
const refusal = (problem: string) => new CallError({ status: 409, body: { problem } as never, atLogin: false });

beforeAll(() => prepareScreens(['gate']));
afterEach(cleanup);

it('Latest binds each button to the key of its line', () => {
  const undoUntil = new Date(Date.now() + 60_000).toISOString();
  const undone = (key: string) =>
    ({ ...LINE, key, state: 'recorded', proof: null, touch: true, event: { sysid: key, undoUntil } as never }) as Line;
  const lines: Line[] = [
    { ...LINE, key: 'override', refusal: refusal('gate.not-in') },
    { ...LINE, key: 'release', state: 'waiting', unchecked: true },
    undone('wrong-1'),
    undone('wrong-2'),
  ];
  expect(isUndoable(lines[2] as Line)).toBe(true);
  const ignore = () => undefined;
  showScreen(<Latest lines={lines} onOverride={ignore} onRelease={ignore} onUndo={ignore} />);
  expect(screen.getAllByRole('button').map((one) => one.dataset.of)).toEqual(lines.map(({ key }) => key));
});

it("Latest keeps a line that awaits the guard's release visible behind 20 later ones", () => {
  const passed = Array.from({ length: 20 }, (_, n) => ({ ...LINE, key: `in-${n}`, kind: 'in', state: 'kept' }) as Line);
  const waits: Line = { ...LINE, key: 'release', state: 'waiting', unchecked: true };
  const ignore = () => undefined;
  showScreen(<Latest lines={[...passed, waits]} onOverride={ignore} onRelease={ignore} onUndo={ignore} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(13);
  expect(screen.getByRole('button').dataset.of).toBe('release');
});

it('Latest keeps an overridable refusal visible, but not an expired or other one', () => {
  const passed = Array.from({ length: 20 }, (_, n) => ({ ...LINE, key: `in-${n}`, kind: 'in', state: 'kept' }) as Line);
  const refused = { ...LINE, key: 'reason', refusal: refusal('exeat.required') };
  const others = [
    { ...refused, key: 'too late', proof: null },
    { ...LINE, key: 'wrong', refusal: refusal('pin.wrong') },
  ];
  const ignore = () => undefined;
  showScreen(<Latest lines={[...passed, refused, ...others]} onOverride={ignore} onRelease={ignore} onUndo={ignore} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(13);
  expect(screen.getByRole('button').dataset.of).toBe('reason');
});

it('Latest shows a question whose child was let out elsewhere as no longer in school', () => {
  const ignore = () => undefined;
  const line: Line = { ...LINE, proof: null, refusal: refusal('collector.required'), elsewhere: true };
  showScreen(<Latest lines={[line]} onOverride={ignore} onRelease={ignore} onUndo={ignore} />);
  expect(screen.getByRole('listitem').textContent).toContain('No longer in school');
});
