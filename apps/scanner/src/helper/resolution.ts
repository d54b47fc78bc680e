import type { HelperPicture } from './events.ts';

/** Resolution by driver, from the makers' data sheets, where libfprint does not report it. */
const DPI_BY_DRIVER = new Map([['uru4000', 512]]);
const USUAL_DPI = 500;
const MM_PER_INCH = 25.4;

/** Returns the resolution in dpi that the helper reports for a picture, else the usual one of the driver. */
export function resolutionOf({ ppmm }: Pick<HelperPicture, 'ppmm'>, driver: string): number {
  return ppmm > 0 ? Math.round(ppmm * MM_PER_INCH) : (DPI_BY_DRIVER.get(driver) ?? USUAL_DPI);
}
