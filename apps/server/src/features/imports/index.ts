/**
 * The roll and pocket money from spreadsheets: a list is looked at first, taken whole or by its good rows, and taken back in one.
 */
export { IMPORT_BUNDLE } from './bundle.ts';
export { eraseImports } from './erase.ts';
export { dropOldLeftOut, SEALED_LEFT_OUT } from './left-out.ts';
export { dropOldProgress } from './progress.ts';
export { renewLeftOut } from './renew.ts';
