// Students and their guardians.
export { AddStudentPage } from './AddStudentPage.tsx';
export { StudentsPage } from './StudentsPage.tsx';
