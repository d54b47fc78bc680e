/** Banner of a wrong server clock, and the statement of two persons that it is right again. */
export { ClockBanner } from './ClockBanner.tsx';
