/** Whether the server's clock can be right, and the word of two persons that it is right again. */
export { ClockBanner } from './ClockBanner.tsx';
