/** Limits: how much may go out, and the word of a second person. */
export { LIMIT_BUNDLE } from './bundle.ts';
export { eraseLimits } from './erase.ts';
export { setFirstLimits } from './first-limits.ts';
