import { binary, type Code, unary, unsigned, vector, vectorBinary, vectorUnary } from './assemble.ts';

/** Repeats `body` while the condition is not 0. */
export function repeat(condition: Code, ...body: Code[]): Code {
  return [0x03, NOTHING, ...condition, 0x04, NOTHING, ...body.flat(), 0x0c, 1, 0x0b, 0x0b];
}

const NOTHING = 0x40;

/** Selects one of two integers: the first if the condition is not 0. */
export const choose = (condition: Code, yes: Code, no: Code): Code => [...yes, ...no, ...condition, 0x1b];
export const and = binary(0x71);
export const or = binary(0x72);
export const shiftRight = binary(0x76);
export const differ = binary(0x47);
/** 1 for 0, otherwise 0. */
export const isNothing = unary(0x45);
export const halve = (a: Code): Code => [...a, 0x41, 1, 0x76];
export const lowestBit = unary(0x68);
export const countBits = unary(0x69);
export const writeInt = (at: Code, value: Code): Code => [...at, ...value, 0x36, 2, 0];
export const writeShort = (at: Code, value: Code): Code => [...at, ...value, 0x3b, 1, 0];

export const readDouble = (at: Code, beyond = 0): Code => [...at, 0x2b, 3, ...unsigned(beyond)];
export const writeDouble = (at: Code, value: Code): Code => [...at, ...value, 0x39, 3, 0];
export const size = unary(0x99);
export const addDouble = binary(0xa0);
export const subtractDouble = binary(0xa1);

/** Sixteen numbers of 8 bits. */
export const readSame16 = (at: Code, beyond = 0): Code => [...at, ...vector(0x07), 0, ...unsigned(beyond)];
export const sameByte16 = vectorUnary(0x0f);
export const differ16 = vectorBinary(0x24);
export const notMore16 = vectorBinary(0x2a);
export const notLess16 = vectorBinary(0x2c);
export const size16 = vectorUnary(0x60);
export const subtractBytes16 = vectorBinary(0x71);
export const or4 = vectorBinary(0x50);
export const xor16 = vectorBinary(0x51);
export const countBits16 = vectorUnary(0x62);
export const addBytes16 = vectorBinary(0x6e);
export const larger16 = vectorBinary(0x79);
/** Sign bit of each of the sixteen lanes. */
export const signs16 = vectorUnary(0x64);
/** Sums of four neighbouring bytes. */
export const sumBytes4 = (bytes: Code): Code => vectorUnary(0x7f)(vectorUnary(0x7d)(bytes));
/** Narrows four integers to bytes, saturated at 255; the other twelve bytes are 0. */
export const toBytes4 = (numbers: Code): Code => vectorBinary(0x66)(vectorBinary(0x86)(numbers, zeros), zeros);
export const firstInt = (numbers: Code): Code => [...numbers, ...vector(0x1b), 0];
export const any = vectorUnary(0x53);
/** Non-zero if all four lanes are non-zero. */
export const all4 = vectorUnary(0xa3);

const zeros: Code = [...vector(0x0c), ...Array(16).fill(0)];
const halves = (first: number, second: number): Code =>
  [first, second].flatMap((half) => Array.from({ length: 8 }, (_, byte) => 8 * half + byte));
const shuffle = (a: Code, b: Code, lanes: Code): Code => [...a, ...b, ...vector(0x0d), ...lanes];

/** Moves the last two of four numbers to the place of the first two. */
export const lastTwo = (numbers: Code): Code => shuffle(numbers, numbers, halves(1, 1));
/** Joins the second 64-bit lane of one register and the first of another. */
export const between2 = (a: Code, b: Code): Code => shuffle(a, b, halves(1, 2));
/** Joins the first two numbers of one register and the first two of another. */
export const join2 = (a: Code, b: Code): Code => shuffle(a, b, halves(0, 2));
/** Joins the second 64-bit lane of one register and the second of another. */
export const secondTwo = (a: Code, b: Code): Code => shuffle(a, b, halves(1, 3));
/** Swaps the two 64-bit lanes. */
export const swap2 = (numbers: Code): Code => shuffle(numbers, numbers, halves(1, 0));

/** Four whole numbers of 32 bits. */
export const lessUnsigned4 = vectorBinary(0x3a);
export const shiftRight4 = vectorBinary(0xad);
export const addInts4 = vectorBinary(0xae);
export const subtractInts4 = vectorBinary(0xb1);
export const multiplyInts4 = vectorBinary(0xb5);
/** Selects bits: of the first operand where the condition has ones, of the second elsewhere. */
export const choose4 = (condition: Code, yes: Code, no: Code): Code => [...yes, ...no, ...condition, ...vector(0x52)];

/** Eight whole numbers of 16 bits. */
export const readSame8 = (at: Code, beyond = 0): Code => [...at, ...vector(0x08), 1, ...unsigned(beyond)];
export const sameShort8 = vectorUnary(0x10);
export const notMore8 = vectorBinary(0x34);
export const size8 = vectorUnary(0x80);
export const subtract8 = vectorBinary(0x92);
/** Narrows two times eight conditions to sixteen. */
export const join8 = vectorBinary(0x65);

/** Two numbers of 64 bits. */
export const doubles2 = (value: number): Code => [
  ...vector(0x0c),
  ...new Uint8Array(Float64Array.of(value, value).buffer),
];
export const readSame2 = (at: Code): Code => [...at, ...vector(0x0a), 3, 0];
export const floor2 = vectorUnary(0x75);
export const toDoubles2 = vectorUnary(0xff);
export const widen2 = vectorUnary(0x5f);
/** Truncates to 32-bit integers, signed (`toSignedInts2`) and unsigned (`toInts2`). */
export const toSignedInts2 = vectorUnary(0xfc);
export const toInts2 = vectorUnary(0xfd);
export const root2 = vectorUnary(0xef);
export const addDoubles2 = vectorBinary(0xf0);
export const subtractDoubles2 = vectorBinary(0xf1);
export const multiplyDoubles2 = vectorBinary(0xf2);
export const divideDoubles2 = vectorBinary(0xf3);
export const greaterDoubles2 = vectorBinary(0x4a);
export const notMoreDoubles2 = vectorBinary(0x4b);
export const notLessDoubles2 = vectorBinary(0x4c);
