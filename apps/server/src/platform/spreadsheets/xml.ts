import { SaxesParser } from 'saxes';
import { LIMITS, SheetError } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface Visitor {
  /** `path` is the names of the open elements from the outermost on, without prefixes. */
  open?(name: string, attributes: Attributes, path: readonly string[]): void;
  text?(text: string, path: readonly string[]): void;
  close?(name: string, path: readonly string[]): void;
}

/**
 * Reads XML piece by piece. There is no document type, and so no entity but the five that XML itself knows.
 * Throws SheetError.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, visitor: Visitor): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const path: string[] = [];
  parser.on('doctype', () => {
    throw new SheetError('dangerous');
  });
  parser.on('error', () => {
    // The place in the XML is of no use to whoever made the sheet.
    throw new SheetError('damaged');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = withoutPrefix(name);
    if (path.length >= LIMITS.depth) throw new SheetError('dangerous');
    path.push(local);
    visitor.open?.(local, attributes as Attributes, path);
  });
  parser.on('text', (text) => visitor.text?.(text, path));
  parser.on('cdata', (text) => visitor.text?.(text, path));
  parser.on('closetag', ({ name }) => {
    visitor.close?.(withoutPrefix(name), path);
    path.pop();
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof SheetError) throw error;
    throw new SheetError('damaged');
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
