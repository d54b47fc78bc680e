import { type Code, unsigned, vector, vectorBinary, vectorUnary } from './assemble.ts';

/** Numbers of 64 bits, two in a register, and the way to them from bytes, whole numbers and numbers of 32 bits. */

/** Four bytes in the first quarter of a register, the rest 0. */
export const readFourBytes = (at: Code, beyond = 0): Code => [...at, ...vector(0x5c), 0, ...unsigned(beyond)];
/** Four bytes as whole numbers of 32 bits. */
export const bytesToInts4 = (bytes: Code): Code => vectorUnary(0xa9)(vectorUnary(0x89)(bytes));
/** The first two whole numbers. */
export const intsToDoubles2 = vectorUnary(0xfe);
/** Rounds two to 32 bits; the others are 0. */
export const narrow2 = vectorUnary(0x5e);
export const leastDoubles2 = vectorBinary(0xf4);
export const mostDoubles2 = vectorBinary(0xf5);
