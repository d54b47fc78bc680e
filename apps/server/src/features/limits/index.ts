/** Limits on the money that may go out, and approvals by a second person. */
export { LIMIT_BUNDLE } from './bundle.ts';
export { eraseLimits } from './erase.ts';
export { setFirstLimits } from './first-limits.ts';
