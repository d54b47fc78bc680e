// M-Pesa: guardians are asked for pocket money, and what they pay is listed.
export { PaymentsPage } from './PaymentsPage.tsx';
