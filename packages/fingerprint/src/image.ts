/** An 8-bit grey picture, row by row; 0 is black (ridge ink), 255 white. `dpi` as captured. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly pixels: Uint8Array;
}
