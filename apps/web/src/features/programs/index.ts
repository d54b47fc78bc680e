/** API keys of a school's own programs: creating, editing, renewing and revoking them. */
export { ProgramKeysPage } from './ProgramKeysPage.tsx';
