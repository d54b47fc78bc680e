/** For tests of other apps that need a TLS server on this machine. */
export { openAuthority } from './authority.ts';
