/** Cash desk: deposits and cash-outs with receipts, the check of a receipt's token, and the balances. */
export { BalancesPage } from './BalancesPage.tsx';
