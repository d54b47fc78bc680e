import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { useFits } from './useFits.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function List() {
  const [list, fits] = useFits();
  return <section ref={list}>{fits ? 'a table' : 'cards'}</section>;
}

test('useFits is false for overflowing content until the container is as wide as that content was', () => {
  let resized = () => {};
  const observer = class {
    constructor(callback: () => void) {
      resized = callback;
    }
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('ResizeObserver', observer);
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1078);
  const content = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(1200);
  const becomes = (place: number, holds: number) => {
    width.mockReturnValue(place);
    content.mockReturnValue(holds);
    act(() => resized());
  };
  render(<List />);
  screen.getByText('cards');
  // Cards fill their container, so their width says nothing about the table.
  becomes(1100, 1100);
  screen.getByText('cards');
  becomes(1200, 1200);
  screen.getByText('a table');
});
