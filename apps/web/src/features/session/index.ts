// Sign-in by a code sent to the phone, the user's own profile, password reset and the second factor.
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { MyProfilePage } from './MyProfilePage.tsx';
export { SignInPage } from './SignInPage.tsx';
