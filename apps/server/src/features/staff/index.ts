/**
 * The users of the console: Admins of the platform, and SchoolAdmins and CheckAgents of a school. A phone number identifies one user.
 * Passwords are never used to sign in.
 */
export { addUser, type NewUser } from './users.ts';
