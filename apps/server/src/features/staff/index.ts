/**
 * The users of the console: Admins of the platform, and SchoolAdmins and CheckAgents of a school. A phone number identifies one user. A
 * password alone never suffices to sign in.
 */
export { addUser, type NewUser } from './users.ts';
