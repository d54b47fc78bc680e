// Users who may sign in.
export { AddUserPage } from './AddUserPage.tsx';
export { UsersPage } from './UsersPage.tsx';
