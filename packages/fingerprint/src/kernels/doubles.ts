import { binary, type Code, unary, unsigned, vector, vectorBinary, vectorUnary } from './assemble.ts';

/** Two 64-bit numbers per register, and the conversions from bytes, integers and 32-bit numbers. */

/** Loads four bytes into the first quarter of a register; the rest is 0. */
export const readFourBytes = (at: Code, beyond = 0): Code => [...at, ...vector(0x5c), 0, ...unsigned(beyond)];
/** Widens four bytes to 32-bit integers. */
export const bytesToInts4 = (bytes: Code): Code => vectorUnary(0xa9)(vectorUnary(0x89)(bytes));
/** Converts the first two integers. */
export const intsToDoubles2 = vectorUnary(0xfe);
/** Rounds two numbers to 32 bits; the other lanes are 0. */
export const narrow2 = vectorUnary(0x5e);
export const leastDoubles2 = vectorBinary(0xf4);
export const mostDoubles2 = vectorBinary(0xf5);

/** Loads two 32-bit numbers from any address. */
export const readTwo = (at: Code, beyond = 0): Code => [...at, ...vector(0x5d), 0, ...unsigned(beyond)];
export const readTwoApart = (first: Code, second: Code, beyond: number, secondBeyond = beyond): Code => [
  ...second,
  ...readFourBytes(first, beyond),
  ...vector(0x56),
  0,
  ...unsigned(secondBeyond),
  1,
];
/** Stores the first two 32-bit numbers. */
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
/** Bits of the first operand that are not set in the second. */
export const butNot4 = vectorBinary(0x4f);
/** Sign bit of each of four lanes. */
export const bits4 = vectorUnary(0xa4);
export const writeByte = (at: Code, value: Code): Code => [...at, ...value, 0x3a, 0, 0];

/** One 64-bit constant. */
export const double = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const multiplyDouble = binary(0xa2);
export const notMoreDouble = binary(0x65);
/** Truncates to a 32-bit integer, which the value must fit. */
export const toWhole = unary(0xaa);
export const toDouble = unary(0xb7);
export const roundUp = unary(0x9b);
export const roundDown = unary(0x9c);
export const sameDouble2 = vectorUnary(0x14);
export const size2 = vectorUnary(0xec);
/** Sign bit of each of two lanes. */
export const bits2 = vectorUnary(0xc4);
