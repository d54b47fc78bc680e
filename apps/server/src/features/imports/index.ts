/**
 * Import of students and pocket money from spreadsheets: a list is previewed, taken whole or by its valid rows, and undone as a whole.
 */
export { IMPORT_BUNDLE } from './bundle.ts';
export { eraseImports } from './erase.ts';
export { dropOldLeftOut, SEALED_LEFT_OUT } from './left-out.ts';
export { dropOldProgress } from './progress.ts';
export { renewLeftOut } from './renew.ts';
