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

it('an unhandled rejection is logged by class and place without its message, and the process goes on', () => {
  const { events, lines, exits } = aProcess();
  events.emit('unhandledRejection', new TypeError('phone 254722000111'));
  expect(exits).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^Unhandled rejection: TypeError at .*process-faults\.test\.ts/)]);
  expect(lines.join()).not.toContain('254722000111');
});

it('the process exits after ten unhandled rejections within a minute, not after one every 7 seconds', () => {
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

it('the process exits with code 70 after an uncaught exception', () => {
  const { events, exits } = aProcess();
  events.emit('uncaughtException', new Error('in a callback'));
  expect(exits).toEqual([70]);
});
