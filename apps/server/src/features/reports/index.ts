/** Dashboards, lists and history. The sums of past days are stored for them. */
export { closeDays } from './days.ts';
