import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../screen.testkit.tsx';
import { usePrint } from './usePrint.tsx';

beforeAll(async () => {
  await prepareScreens([]);
});
afterEach(cleanup);

function Screen({ onPrinted, slip = <p>The slip</p> }: { onPrinted: () => void; slip?: ReactNode }) {
  const { print, paper } = usePrint('roll58', slip, onPrinted);
  return (
    <>
      <button type="button" onClick={print}>
        Print
      </button>
      {paper}
    </>
  );
}

test('usePrint renders the paper beside the console only while printing, once per press', async () => {
  const printed = vi.fn();
  window.print = vi.fn();
  showScreen(<Screen onPrinted={printed} />);
  const press = await screen.findByRole('button', { name: 'Print' });
  expect(screen.queryByText('The slip')).toBeNull();
  for (const times of [1, 2]) {
    fireEvent.click(press);
    await waitFor(() => expect(window.print).toHaveBeenCalledTimes(times));
    expect(screen.getByText('The slip').parentElement?.parentElement).toBe(document.body);
    expect(printed).toHaveBeenCalledTimes(times - 1);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(screen.queryByText('The slip')).toBeNull());
    expect(printed).toHaveBeenCalledTimes(times);
  }
});

test('usePrint waits until its paper is no longer busy', async () => {
  window.print = vi.fn();
  let come: () => void = () => undefined;
  function Head() {
    const [isLoading, setLoading] = useState(true);
    come = () => setLoading(false);
    return <header aria-busy={isLoading}>{isLoading ? 'DEMO' : 'Demonstration School'}</header>;
  }
  const printed: (string | null)[] = [];
  vi.mocked(window.print).mockImplementation(() =>
    printed.push(document.querySelector('[data-paper]')?.textContent ?? null),
  );
  showScreen(<Screen onPrinted={() => undefined} slip={<Head />} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
  await screen.findByText('DEMO');
  act(() => come());
  await waitFor(() => expect(printed).toEqual(['Demonstration School']));
});
