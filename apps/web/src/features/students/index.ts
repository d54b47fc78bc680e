// Students and their guardians.
export { AddStudentPage } from './AddStudentPage.tsx';
