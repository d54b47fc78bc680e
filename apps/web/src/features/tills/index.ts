/** Tills of the cash desk: opened with a float, moved with the wallets, closed with a count. */
export { TillPage } from './TillPage.tsx';
export { TillsPage } from './TillsPage.tsx';
