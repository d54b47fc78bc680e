// The browser's side of passkeys: fetched by whoever uses one.
export { startAuthentication as answerPasskey, startRegistration as createPasskey } from '@simplewebauthn/browser';
