import { constants, createPrivateKey, createPublicKey, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import type { Simulation } from './simulator.ts';
import type { Role, ShortCode } from './world.ts';

const GOOD_FOR_MS = 90 * 86_400_000;
/** Number of wrong credentials that lock an operator. */
export const TRIES = 3;

/** Result code and description; null where the operator may proceed. */
export type Objection = { readonly code: number; readonly words: string } | null;

/**
 * Decrypts the SecurityCredential with the simulator's key, and checks operator, password, the password's age and the role. For a short
 * code that was not registered no operators are known, and all are accepted.
 */
export function objectionTo(
  simulation: Simulation,
  paybill: ShortCode,
  initiator: string,
  credential: string,
  role: Role,
): Objection {
  if (initiator === '' || credential === '') return WRONG;
  if (!paybill.strict) return null;
  const operator = paybill.operators.find((each) => each.name === initiator);
  if (!operator) return WRONG;
  if (operator.failures >= TRIES) return { code: 8006, words: 'The security credential is locked.' };
  if (decrypted(simulation, credential) !== operator.password) {
    operator.failures += 1;
    simulation.changed();
    return WRONG;
  }
  operator.failures = 0;
  if (simulation.clock.now() - operator.passwordSetAt > GOOD_FOR_MS) return WRONG;
  if (!operator.roles.includes(role))
    return { code: 21, words: 'The initiator is not allowed to initiate this request.' };
  return null;
}

const WRONG: Objection = { code: 2001, words: 'The initiator information is invalid.' };

/** Returns the public key with which merchants encrypt their operators' passwords, in PEM. */
export function certificateOf(simulation: Simulation): string {
  return createPublicKey(privateKey(simulation)).export({ type: 'spki', format: 'pem' }).toString();
}

function decrypted(simulation: Simulation, credential: string): string | null {
  try {
    return privateDecrypt(
      { key: createPrivateKey(privateKey(simulation)), padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(credential, 'base64'),
    ).toString();
  } catch {
    // Encrypted for another certificate: the caller refuses it, as the provider does.
    return null;
  }
}

/** Generates the key on first use, because that takes a while. */
function privateKey(simulation: Simulation): string {
  if (simulation.world.privateKey === null) {
    const { privateKey: made } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    simulation.world.privateKey = made.export({ type: 'pkcs8', format: 'pem' }).toString();
    simulation.changed();
  }
  return simulation.world.privateKey;
}
