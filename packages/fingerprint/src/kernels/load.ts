import { assemble, type Routine } from './assemble.ts';

const PAGE = 65_536;

/** Functions of WebAssembly, and the memory that they work in. */
export interface Kernel {
  /** The function of that name. It takes whole numbers. */
  routine(name: string): (...given: readonly number[]) => void;
  /** The memory, grown to at least so many bytes. Asked for anew before each use: growing it takes the old one away. */
  memory(bytes: number): ArrayBuffer;
}

/** Makes the functions ready; null where there is no WebAssembly, or none with registers of 128 bits. */
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
