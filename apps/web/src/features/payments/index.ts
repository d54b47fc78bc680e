// M-Pesa: requests to guardians for pocket money, and the list of payments.
export { PaymentsPage } from './PaymentsPage.tsx';
