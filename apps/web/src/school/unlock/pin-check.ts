/** Offline check of a PIN: ten bits of a digest, so that a copy of the device narrows a million PINs down to a thousand, not to one. */
export interface PinCheck {
  readonly salt: string;
  readonly bits: number;
}

const ROUNDS = 200_000;
const SALT_BYTES = 16;
const TEN_BITS = 0x3ff;

export async function makePinCheck(pin: string): Promise<PinCheck> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { salt: btoa(String.fromCharCode(...salt)), bits: await bitsOf(pin, salt) };
}

export async function passesCheck(pin: string, { salt, bits }: PinCheck): Promise<boolean> {
  return (
    (await bitsOf(
      pin,
      Uint8Array.from(atob(salt), (char) => char.charCodeAt(0)),
    )) === bits
  );
}

async function bitsOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<number> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    material,
    16,
  );
  return new DataView(derived).getUint16(0) & TEN_BITS;
}
