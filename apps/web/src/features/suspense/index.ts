/** Payments whose student is not known yet. */
export { SuspensePage } from './SuspensePage.tsx';
