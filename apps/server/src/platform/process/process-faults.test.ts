import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchProcessFaults } from './process-faults.ts';

function aProcess() {
  const events = new EventEmitter();
  const lines: string[] = [];
  const exits: number[] = [];
  let time = 0;
  watchProcessFaults(
    events,
    (line) => lines.push(line),
    (code) => exits.push(code),
    () => time,
  );
  return { events, lines, exits, pass: (ms: number) => (time += ms) };
}

it('goes on after a rejection that nobody handled, and logs its class and place but not its message', () => {
  const { events, lines, exits } = aProcess();
  events.emit('unhandledRejection', new TypeError('phone 254722000111'));
  expect(exits).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^Unhandled rejection: TypeError at .*process-faults\.test\.ts/)]);
  expect(lines.join()).not.toContain('254722000111');
});

it('ends the process after ten rejections within a minute, not after ten in an hour', () => {
  const slow = aProcess();
  for (let count = 0; count < 20; count++) {
    slow.events.emit('unhandledRejection', 'no error at all');
    slow.pass(7_000);
  }
  expect(slow.exits).toEqual([]);
  const quick = aProcess();
  for (let count = 0; count < 10; count++) quick.events.emit('unhandledRejection', new Error('again'));
  expect(quick.exits).toEqual([70]);
});

it('ends the process after an exception that nobody caught', () => {
  const { events, exits } = aProcess();
  events.emit('uncaughtException', new Error('in a callback'));
  expect(exits).toEqual([70]);
});
