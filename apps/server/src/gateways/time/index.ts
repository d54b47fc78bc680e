/** Network time, which the machine's clock is compared with. */
export type { NetworkTime, TimeSource } from './port.ts';
export { sntpTime } from './sntp.ts';
