/** Low balances: guardians are told or asked at once, and what became of it is followed. */
export { Remind } from './Remind.tsx';
export { RemindersPage } from './RemindersPage.tsx';
