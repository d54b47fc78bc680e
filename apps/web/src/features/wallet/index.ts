/** The cash desk: pocket money in and out, each with its receipt; what a receipt is worth; what each student holds. */
export { BalancesPage } from './BalancesPage.tsx';
export { CashOutFingerprintPage } from './CashOutFingerprintPage.tsx';
export { CashOutPinPage } from './CashOutPinPage.tsx';
export { DepositPage } from './DepositPage.tsx';
export { ValidateTokenPage } from './ValidateTokenPage.tsx';
