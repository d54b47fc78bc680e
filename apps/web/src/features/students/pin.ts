const DIGITS = 6;

/** Suggests a PIN that is hard to guess. `random` returns an integer below its argument. */
export function suggestPin(admissionNumber: string, random: (below: number) => number = randomBelow): string {
  for (;;) {
    const pin = Array.from({ length: DIGITS }, () => random(10)).join('');
    if (!isWeak(pin, admissionNumber)) return pin;
  }
}

/** Stricter than the server's rule, which decides. */
function isWeak(pin: string, admissionNumber: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, place) => (digit - (digits[place] ?? 0) + 10) % 10);
  const forwards = String(Number(pin));
  const backwards = String(Number([...pin].reverse().join('')));
  const number = admissionNumber.replace(/^0+(?=\d)/, '');
  return new Set(digits).size < 4 || new Set(steps).size === 1 || forwards === number || backwards === number;
}

/** Rejection sampling avoids the bias of a plain remainder. */
function randomBelow(below: number): number {
  const limit = Math.floor(256 / below) * below;
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return byte % below;
  }
}
