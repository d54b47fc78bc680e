import JsBarcode from 'jsbarcode';

/** Returns the Code 128 (ISO/IEC 15417) encoding of a text: alternating widths of bars and gaps in modules, starting with a bar. */
export function code128Bars(text: string): number[] {
  const drawing: { encodings?: { data: string }[] } = {};
  JsBarcode(drawing, text, { format: 'CODE128' });
  const modules = drawing.encodings?.map((part) => part.data).join('') ?? '';
  return (modules.match(/1+|0+/g) ?? []).map((run) => run.length);
}
