/** Payments that nobody knows yet whose they are. */
export { SuspensePage } from './SuspensePage.tsx';
