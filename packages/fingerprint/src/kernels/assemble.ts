/** Code: instructions of WebAssembly, as bytes. An expression is the code that leaves its value on the stack. */
export type Code = readonly number[];

/** A local variable of a function. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

/** Frame of a function, which allocates its local variables. */
export interface Frame {
  i32(): Local;
  f64(): Local;
  v128(): Local;
}

/** A function of a module: takes integers, returns nothing. */
export interface Routine {
  readonly name: string;
  readonly parameters: number;
  readonly code: Code;
}

const I32 = 0x7f;
const F64 = 0x7c;
const V128 = 0x7b;
const NOTHING = 0x40;

/** Builds a function: `build` receives its frame and its parameters, and returns the code. */
export function routine(name: string, parameters: number, build: (frame: Frame, ...given: Local[]) => Code): Routine {
  const locals: number[] = [];
  const local = (type: number) => {
    locals.push(type);
    return localAt(parameters + locals.length - 1);
  };
  const frame = { i32: () => local(I32), f64: () => local(F64), v128: () => local(V128) };
  const body = build(frame, ...Array.from({ length: parameters }, (_, k) => localAt(k)));
  const declared = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type])];
  return { name, parameters, code: sized([...declared, ...body, 0x0b]) };
}

function localAt(index: number): Local {
  return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] };
}

/** Assembles a module of these functions, which exports them and its `memory`. */
export function assemble(routines: readonly Routine[]): Uint8Array<ArrayBuffer> {
  const exports = routines.map(({ name }, k) => [...named(name), 0x00, ...unsigned(k)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      routines.map(({ parameters }) => [0x60, ...unsigned(parameters), ...Array(parameters).fill(I32), 0]),
    ),
    ...section(
      3,
      routines.map((_, k) => unsigned(k)),
    ),
    ...section(5, [[0x00, 1]]),
    ...section(7, [...exports, [...named('memory'), 0x02, 0]]),
    ...section(
      10,
      routines.map(({ code }) => code),
    ),
  ]);
}

function section(id: number, entries: readonly Code[]): Code {
  return [id, ...sized([...unsigned(entries.length), ...entries.flat()])];
}

function sized(bytes: Code): Code {
  return [...unsigned(bytes.length), ...bytes];
}

function named(name: string): Code {
  return sized([...new TextEncoder().encode(name)]);
}

export function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const last = value >= -0x40 && value < 0x40;
  return last ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

/** Loops over `body` with `counter` from `from` up to below `to`. */
export function each(counter: Local, from: Code, to: Code, step: number, ...body: Code[]): Code {
  const done = [...counter.get, ...to, 0x4e, 0x0d, 1];
  const next = counter.set(add(counter.get, int(step)));
  return [...counter.set(from), 0x02, NOTHING, 0x03, NOTHING, ...done, ...body.flat(), ...next, 0x0c, 0, 0x0b, 0x0b];
}

/** Executes `body` if the condition is not 0. */
export function when(condition: Code, ...body: Code[]): Code {
  return [...condition, 0x04, NOTHING, ...body.flat(), 0x0b];
}

/** Returns the builder of a binary instruction: the operands, then the opcode. */
export const binary =
  (...operation: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...operation];
export const unary =
  (...operation: number[]) =>
  (a: Code): Code => [...a, ...operation];
export const vector = (operation: number): Code => [0xfd, ...unsigned(operation)];
export const vectorUnary = (operation: number) => unary(...vector(operation));
export const vectorBinary = (operation: number) => binary(...vector(operation));

/** Memory operand: alignment, and an offset that is added to the address. */
const place = (alignment: number, beyond: number): Code => [alignment, ...unsigned(beyond)];

export const int = (value: number): Code => [0x41, ...signed(value)];
export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const multiply = binary(0x6c);
export const shiftLeft = binary(0x74);
export const less = binary(0x48);
export const readByte = (at: Code, beyond = 0): Code => [...at, 0x2d, ...place(0, beyond)];
export const readInt = (at: Code, beyond = 0): Code => [...at, 0x28, ...place(2, beyond)];

/** Loads four 32-bit numbers, or sixteen bytes, into one register. No alignment is required. */
export const read4 = (at: Code, beyond = 0): Code => [...at, ...vector(0x00), ...place(0, beyond)];
export const readSame4 = (at: Code, beyond = 0): Code => [...at, ...vector(0x09), ...place(2, beyond)];
export const write4 = (at: Code, value: Code, beyond = 0): Code => [
  ...at,
  ...value,
  ...vector(0x0b),
  ...place(0, beyond),
];
export const ints4 = (...values: readonly [number, number, number, number]): Code => [
  ...vector(0x0c),
  ...new Uint8Array(Int32Array.from(values).buffer),
];
export const sameInt4 = vectorUnary(0x11);
export const lessInt4 = vectorBinary(0x39);
export const and4 = vectorBinary(0x4e);
export const add4 = vectorBinary(0xe4);
export const subtract4 = vectorBinary(0xe5);
export const multiply4 = vectorBinary(0xe6);
