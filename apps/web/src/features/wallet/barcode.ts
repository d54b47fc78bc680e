import JsBarcode from 'jsbarcode';

/** The bars of a text as Code 128 (ISO/IEC 15417): the widths of bar and gap in turn, in modules, bar first. */
export function code128Bars(text: string): number[] {
  const drawing: { encodings?: { data: string }[] } = {};
  JsBarcode(drawing, text, { format: 'CODE128' });
  const modules = drawing.encodings?.map((part) => part.data).join('') ?? '';
  return (modules.match(/1+|0+/g) ?? []).map((run) => run.length);
}
