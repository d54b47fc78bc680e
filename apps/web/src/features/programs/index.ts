/** The keys of a school's own programs: making one, saying what it is for, giving it another token, revoking it. */
export { ProgramKeysPage } from './ProgramKeysPage.tsx';
