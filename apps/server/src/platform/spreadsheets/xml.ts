import { SaxesParser } from 'saxes';
import { LIMITS, SheetError } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface Visitor {
  /** Called for a start tag; `path` contains the names of the open elements from the outermost on, without prefixes. */
  open?(name: string, attributes: Attributes, path: readonly string[]): void;
  text?(text: string, path: readonly string[]): void;
  close?(name: string, path: readonly string[]): void;
}

/** Parses XML as a stream. A document type is refused, so only the five predefined entities exist. Throws SheetError. */
export async function readXml(chunks: AsyncIterable<Uint8Array>, visitor: Visitor): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const path: string[] = [];
  parser.on('doctype', () => {
    throw new SheetError('dangerous');
  });
  parser.on('error', () => {
    // The position in the XML does not help the author of the spreadsheet.
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
