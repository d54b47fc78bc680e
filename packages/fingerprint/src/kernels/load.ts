import { assemble, type Routine } from './assemble.ts';

const PAGE = 65_536;

/** Compiled WebAssembly functions, and their memory. */
export interface Kernel {
  /** Returns the function of that name, which takes integers. */
  routine(name: string): (...given: readonly number[]) => void;
  /** Returns the memory, grown to at least that many bytes. Ask for the buffer before each use, since growing detaches the earlier one. */
  memory(bytes: number): ArrayBuffer;
}

/** Compiles the functions; returns null without WebAssembly or without its 128-bit SIMD. */
export function loadKernel(routines: readonly Routine[]): Kernel | null {
  if (typeof WebAssembly === 'undefined') return null;
  const bytes = assemble(routines);
  if (!WebAssembly.validate(bytes)) return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const memory = exports.memory as WebAssembly.Memory;
  return {
    routine: (name) => exports[name] as (...given: readonly number[]) => void,
    memory: (bytes) => {
      const missing = bytes - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      return memory.buffer as ArrayBuffer;
    },
  };
}
