import { qrOf } from '../../lib/qr.ts';

/** Quiet zone in modules, as readers need it (ISO/IEC 18004). */
const QUIET = 4;

/** Renders a QR code dark on white in every theme, since phone readers require that contrast. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = qrOf(text);
  const side = modules.length + 2 * QUIET;
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={232}
      height={232}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
