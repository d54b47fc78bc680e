/**
 * Clock guard: money is refused while the machine's clock cannot be right (`require_clock` in the database, asked by
 * whatever writes a journal entry); the gate goes on. Held against the network's time where there is one. Where the clock was ahead,
 * two persons state that it is right now, and money is recorded again.
 */
export { watchClockError } from './metrics.ts';
export { readFault } from './status.ts';
export { checkClock, holdAgainst } from './watch.ts';
export { watchClock } from './watcher.ts';
