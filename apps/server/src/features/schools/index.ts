/**
 * Schools, their payment configuration, and their classes. An Admin registers a school, which gets an encryption key of its own. A
 * suspended school keeps its data but does not admit its staff; a closed school moves away and admits nobody. Payment secrets are
 * write-only.
 */
export { admitToSchool } from './admission.ts';
export { hideEmptyClasses, listClassNames } from './class-names.ts';
export { addClass, getClass, lockClassShared, type SchoolClass } from './classes.ts';
export { closeSchool, openSchool } from './close.ts';
export { schoolNotFound } from './errors.ts';
export { isHookSecret, schoolOfHook } from './hook-secret.ts';
export { listOwnNumbers } from './own-numbers.ts';
export { paymentAccountOf, type SchoolAccount } from './payment-account.ts';
export { writePaymentConfig } from './payment-config.ts';
export { registerSchool } from './register.ts';
export { accountPrefix, accountReader, type Sharing, schoolOfAccount, sharersOf, sharingOf } from './short-codes.ts';
