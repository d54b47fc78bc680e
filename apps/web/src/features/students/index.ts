// Students and their guardians.
export { AddStudentPage } from './AddStudentPage.tsx';
export { OwnPinPage } from './OwnPinPage.tsx';
