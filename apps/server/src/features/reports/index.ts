/** Dashboards, lists of what happened and who changed what; sums of the days that are over are kept for them. */
export { closeDays } from './days.ts';
