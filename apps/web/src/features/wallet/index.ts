/** The cash desk: pocket money in and out, each with its receipt. */
export { CashOutFingerprintPage } from './CashOutFingerprintPage.tsx';
export { CashOutPinPage } from './CashOutPinPage.tsx';
export { DepositPage } from './DepositPage.tsx';
