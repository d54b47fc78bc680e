// Students and their guardians.
export { AddStudentPage } from './AddStudentPage.tsx';
export { StudentPage } from './StudentPage.tsx';
export { StudentsPage } from './StudentsPage.tsx';
