// Imports from spreadsheets: students and pocket money.
export { DepositsImport } from './DepositsImport.tsx';
export { UploadStudentsPage } from './UploadStudentsPage.tsx';
