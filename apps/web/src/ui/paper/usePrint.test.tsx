import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../screen.testkit.tsx';
import { usePrint } from './usePrint.tsx';

beforeAll(async () => {
  await prepareScreens([]);
});
afterEach(cleanup);

function Screen({ onPrinted }: { onPrinted: () => void }) {
  const { print, paper } = usePrint('roll58', <p>The slip</p>, onPrinted);
  return (
    <>
      <button type="button" onClick={print}>
        Print
      </button>
      {paper}
    </>
  );
}

test('what is printed stands beside the console for as long as that takes, and once a press', async () => {
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
