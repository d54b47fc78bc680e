/** The cash desk: pocket money in and out, each with its receipt; what a receipt is worth; what each student holds. */
export { BalancesPage } from './BalancesPage.tsx';
