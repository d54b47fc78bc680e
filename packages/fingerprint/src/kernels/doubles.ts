import { binary, type Code, unary, unsigned, vector, vectorBinary, vectorUnary } from './assemble.ts';

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

/** Two numbers of 32 bits, of any two places. */
export const readTwo = (at: Code, beyond = 0): Code => [...at, ...vector(0x5d), 0, ...unsigned(beyond)];
export const readTwoApart = (first: Code, second: Code, beyond: number, secondBeyond = beyond): Code => [
  ...second,
  ...readFourBytes(first, beyond),
  ...vector(0x56),
  0,
  ...unsigned(secondBeyond),
  1,
];
/** Writes the first two numbers of 32 bits. */
export const writeTwo = (at: Code, numbers: Code, beyond = 0): Code => [
  ...at,
  ...numbers,
  ...vector(0x5b),
  0,
  ...unsigned(beyond),
  0,
];
export const secondInt = (numbers: Code): Code => [...numbers, ...vector(0x1b), 1];
export const shiftLeft4 = (numbers: Code, by: number): Code => [...numbers, 0x41, by, ...vector(0xab)];
export const greater4 = vectorBinary(0x44);
/** The bits of the first that the second has not. */
export const butNot4 = vectorBinary(0x4f);
/** One bit for each of four. */
export const bits4 = vectorUnary(0xa4);
export const writeByte = (at: Code, value: Code): Code => [...at, ...value, 0x3a, 0, 0];

/** A number of 64 bits by itself. */
export const double = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const multiplyDouble = binary(0xa2);
export const notMoreDouble = binary(0x65);
/** The whole part as a number of 32 bits, which it must fit. */
export const toWhole = unary(0xaa);
export const toDouble = unary(0xb7);
export const roundUp = unary(0x9b);
export const roundDown = unary(0x9c);
export const sameDouble2 = vectorUnary(0x14);
export const size2 = vectorUnary(0xec);
/** One bit for each of two. */
export const bits2 = vectorUnary(0xc4);
