// Schools, their payment configuration and their classes.
export { AddClassPage } from './AddClassPage.tsx';
export { AddSchoolPage } from './AddSchoolPage.tsx';
export { ClassesPage } from './ClassesPage.tsx';
export { RulesPage } from './RulesPage.tsx';
export { SchoolsPage } from './SchoolsPage.tsx';
export { SetConfigPage } from './SetConfigPage.tsx';
