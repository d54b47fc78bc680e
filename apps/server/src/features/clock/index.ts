/**
 * Clock guard: money is refused while the machine's clock is implausible (`require_clock` in the database, called by every write of a
 * journal entry); the gate continues. The clock is compared with the network's time, if available. After the clock was ahead, two
 * persons state that it is right now, and money is accepted again.
 */
export { watchClockError } from './metrics.ts';
export { readFault } from './status.ts';
export { checkClock, measureClockOffset } from './watch.ts';
export { watchClock } from './watcher.ts';
