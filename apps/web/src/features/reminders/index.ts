/** Reminders about low balances: guardians are told or asked for money, and the results are tracked. */
export { Remind } from './Remind.tsx';
export { RemindersPage } from './RemindersPage.tsx';
