import { type Code, vector, vectorBinary } from './assemble.ts';

/** Four equal 32-bit constants. */
export const numbers4 = (value: number): Code => [
  ...vector(0x0c),
  ...new Uint8Array(Float32Array.of(value, value, value, value).buffer),
];
export const divide4 = vectorBinary(0xe7);
/** Compares whole numbers: all bits set where they are equal. */
export const equal4 = vectorBinary(0x37);
