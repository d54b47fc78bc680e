/** Payments that nobody knows yet whose they are, and what is paid back to guardians of students who have left. */
export { SuspensePage } from './SuspensePage.tsx';
