import { expect, test } from 'vitest';
import { readDeviceState, writeDeviceState } from './device-state.ts';

const STATE = { battery: 83, charging: true, waiting: 12, waitingSeconds: 7200, clockAheadSeconds: -240 };
const NOTHING = { battery: null, charging: null, waiting: null, waitingSeconds: null, clockAheadSeconds: null };

test('a device state survives writing and reading, with unknown values omitted', () => {
  expect(writeDeviceState(STATE)).toBe('b=83;c=1;w=12;s=7200;a=-240');
  expect(readDeviceState(writeDeviceState(STATE))).toEqual(STATE);
  const some = { ...NOTHING, waiting: 0 };
  expect(writeDeviceState(some)).toBe('w=0');
  expect(readDeviceState('w=0')).toEqual(some);
});

test('readDeviceState ignores malformed and out-of-range values', () => {
  expect(readDeviceState('b=101;w=3')).toEqual({ ...NOTHING, waiting: 3 });
  for (const text of ['', 'b=101', 'b=-1', 'w=1e9', 'w= 1', 'a=99999999999', 'constructor=1', 'b', '=', 'w=0x10']) {
    expect(readDeviceState(text), text).toBeNull();
  }
});
