import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../screen.testkit.tsx';
import { Chart } from './Chart.tsx';
import type { Series } from './series.ts';

beforeAll(async () => {
  await prepareScreens([]);
});
afterEach(cleanup);

function showChart(series?: readonly Series[]) {
  showScreen(
    <Chart
      title="Money"
      kind="bars"
      labelTitle="Day"
      labels={['Mon', 'Tue', 'Wed'].map((day) => ({ full: day, short: day }))}
      series={
        series ?? [
          { name: 'In', color: 'in', values: [100, 0, 300] },
          { name: 'Out', color: 'out', values: [20, null, 60], down: true },
        ]
      }
      format={(value) => `KES ${value}`}
      empty="Nothing has moved"
    />,
  );
}

test('arrow keys move along a chart, which reads its values out and ends at its ends', async () => {
  showChart();
  const chart = await screen.findByRole('slider', { name: 'Money' });
  const read = () => chart.getAttribute('aria-valuetext');
  expect(read()).toBe('Wed · In KES 300 · Out KES 60');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(read()).toBe('Tue · In KES 0 · Out not known');
  fireEvent.keyDown(chart, { key: 'Home' });
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect([read(), chart.getAttribute('aria-valuenow')]).toEqual(['Mon · In KES 100 · Out KES 20', '1']);
});

test('the table has the values of the chart', async () => {
  showChart();
  fireEvent.click(await screen.findByRole('button', { name: 'Money as a table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'In', 'Out'],
    ['Mon', 'KES 100', 'KES 20'],
    ['Tue', 'KES 0', 'not known'],
    ['Wed', 'KES 300', 'KES 60'],
  ]);
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a bar above the line is as long as one of the same amount below it', () => {
  showChart();
  const heights = [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect([heights[0], heights[2], heights[5]]).toEqual([250, 750, 150]);
});

test('a chart without anything to draw says so, and draws no axis and no table', () => {
  showChart([{ name: 'In', color: 'in', values: [0, null, 0] }]);
  expect(screen.getByRole('figure', { name: 'Money' }).textContent).toBe('MoneyNothing has moved');
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a place that stands out is drawn though nothing is in it', () => {
  showChart([{ name: 'Held', color: 'in', values: [0, 0], wrong: [false, true] }]);
  expect(screen.getByRole('slider', { name: 'Money' })).toBeTruthy();
});
