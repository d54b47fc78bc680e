// Browser side of passkeys, in a lazy chunk.
export { startAuthentication as answerPasskey, startRegistration as createPasskey } from '@simplewebauthn/browser';
