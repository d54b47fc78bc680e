// Signing in by a code sent to the phone.
export { SignInPage } from './SignInPage.tsx';
