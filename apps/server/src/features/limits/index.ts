/** Limits: how much may go out, and the word of a second person. */
export { eraseLimits } from './erase.ts';
