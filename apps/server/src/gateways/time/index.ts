/** The network's time, to hold the machine's clock against. */
export type { NetworkTime, TimeSource } from './port.ts';
export { sntpTime } from './sntp.ts';
