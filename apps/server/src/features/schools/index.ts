/**
 * Schools, how they collect money, and their classes. A school exists once it is registered by an Admin, with a key of
 * its own; a suspended school keeps its data and is closed to its staff, a closed one moves away and is closed to all. Payment secrets are written, never read back.
 */
export { admitToSchool } from './admission.ts';
export { hideEmptyClasses, listClassNames } from './class-names.ts';
export { addClass, getClass, holdClass, type SchoolClass } from './classes.ts';
export { closeSchool, openSchool } from './close.ts';
export { schoolNotFound } from './errors.ts';
export { isHookSecret, schoolOfHook } from './hook-secret.ts';
export { listOwnNumbers } from './own-numbers.ts';
export { paymentAccountOf, type SchoolAccount } from './payment-account.ts';
export { writePaymentConfig } from './payment-config.ts';
export { registerSchool } from './register.ts';
export { accountPrefix, accountReader, type Sharing, schoolOfAccount, sharersOf, sharingOf } from './short-codes.ts';
