/**
 * The people who work the console: Admins of the platform, SchoolAdmins and CheckAgents of a school. One phone number
 * is one person. A password never signs anyone in.
 */
export { addUser, type NewUser } from './users.ts';
