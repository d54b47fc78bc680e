// Signing in by a code sent to the phone; the own profile; a forgotten password; the second factor.
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { MyProfilePage } from './MyProfilePage.tsx';
export { SignInPage } from './SignInPage.tsx';
