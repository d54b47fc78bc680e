// Schools, their payment configuration and their classes.
export { AddClassPage } from './AddClassPage.tsx';
export { AddSchoolPage } from './AddSchoolPage.tsx';
export { SchoolsPage } from './SchoolsPage.tsx';
