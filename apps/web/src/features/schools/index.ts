// Schools, their payment configuration and their classes.
export { ClassesPage } from './ClassesPage.tsx';
