import { Select } from '@mantine/core';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

const PROPS = { 'aria-label': 'Class', placeholder: 'Class', value: null, onChange: () => undefined };
const DATA = ['East', 'North', 'West'].map((name) => ({ value: name.toLowerCase(), label: name }));

beforeAll(async () => void (await prepareScreens([])));
beforeEach(() => vi.resetModules());
afterEach(cleanup);

/** Loads a select whose lazy chunk has not been loaded yet. */
async function aSelect() {
  return (await import('./LateSelect.tsx')).LateSelect;
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Class' });
const offered = async () => {
  await screen.findAllByRole('option');
  return screen.getAllByRole('option').map(({ textContent }) => textContent);
};
/** Rendered HTML without ids, which differ each time. */
const drawn = (of: Element | null) => of?.outerHTML.replaceAll(/ (id|for|data-size)="[^"]*"/g, '');

test.each([
  ['that is pressed', { value: null }],
  ['that takes text', { value: null, searchable: true }],
  [
    'with a choice that can be cleared',
    { value: 'north', clearable: true, clearButtonProps: { 'aria-label': 'Clear' } },
  ],
])('a closed LateSelect %s renders the same HTML as Select', async (_what, more) => {
  const LateSelect = await aSelect();
  const late = showScreen(<LateSelect {...PROPS} data={DATA} {...more} w={84} className="filter" />);
  await screen.findByRole('combobox');
  const closed = drawn(box().closest('.mantine-InputWrapper-root, .mantine-Select-root'));
  late.unmount();
  showScreen(<Select {...PROPS} data={DATA} {...more} w={84} className="filter" />);
  await screen.findByRole('combobox');
  expect(closed).toBe(drawn(box().closest('.mantine-InputWrapper-root, .mantine-Select-root')));
});

test('LateSelect opens when it is clicked before its code has loaded', async () => {
  const LateSelect = await aSelect();
  showScreen(<LateSelect {...PROPS} data={DATA} />);
  await screen.findByRole('combobox');
  fireEvent.click(box());
  expect(await offered()).toEqual(['East', 'North', 'West']);
  expect(document.activeElement).toBe(box());
});

test.each(['Enter', 'Space', 'ArrowDown'])('%s opens a LateSelect whose code has not loaded', async (code) => {
  const LateSelect = await aSelect();
  showScreen(<LateSelect {...PROPS} data={DATA} />);
  await screen.findByRole('combobox');
  box().focus();
  fireEvent.keyDown(box(), { code });
  expect(await offered()).toEqual(['East', 'North', 'West']);
});

test('LateSelect searches for letters typed before its code has loaded', async () => {
  const LateSelect = await aSelect();
  showScreen(<LateSelect {...PROPS} data={DATA} searchable />);
  await screen.findByRole('combobox');
  box().focus();
  fireEvent.change(box(), { target: { value: 'ea' } });
  expect(await offered()).toEqual(['East']);
  expect(box().value).toBe('ea');
  expect([box().selectionStart, box().selectionEnd]).toEqual([2, 2]);
});

test('LateSelect drops letters typed before it turned out not to be searchable', async () => {
  const LateSelect = await aSelect();
  const Filter = () => {
    const [options, setOptions] = useState<typeof DATA>([]);
    return (
      <>
        <LateSelect {...PROPS} data={options} searchable={options.length === 0} />
        <button type="button" onClick={() => setOptions(DATA)} />
      </>
    );
  };
  showScreen(<Filter />);
  await screen.findByRole('combobox');
  box().focus();
  fireEvent.change(box(), { target: { value: 'ea' } });
  fireEvent.click(screen.getByRole('button'));
  expect(await offered()).toEqual(['East', 'North', 'West']);
  expect(box().value).toBe('');
});

test('LateSelect does not take the focus back or open when the user has moved on before its code loads', async () => {
  const LateSelect = await aSelect();
  showScreen(
    <>
      <LateSelect {...PROPS} data={DATA} />
      <button type="button">Next</button>
    </>,
  );
  await screen.findByRole('combobox');
  box().focus();
  fireEvent.keyDown(box(), { code: 'Enter' });
  const next = screen.getByRole('button', { name: 'Next' });
  next.focus();
  await import('./OpenedSelect.tsx');
  await screen.findByRole('combobox');
  expect(document.activeElement).toBe(next);
  expect(screen.queryAllByRole('option')).toEqual([]);
});
