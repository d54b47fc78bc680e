import { useEffect, useState } from 'react';

/** The browser's own barcode reader (Shape Detection API), where it has one. */
export interface CodeReader {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface CodeReaderMaker {
  new (options: { formats: readonly string[] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Barcode format of our own receipts. */
export const RECEIPTS = ['code_128'] as const;
/** Barcode formats of student cards, which the school has printed by others. */
export const CARDS = ['code_128', 'code_39', 'codabar', 'itf', 'ean_13', 'qr_code'] as const;

/** Returns a reader of barcodes by camera; null where the browser cannot, or there is no camera. Keep the formats outside the component. */
export function useCameraReader(formats: readonly string[]): CodeReader | null {
  const [reader, setReader] = useState<CodeReader | null>(null);
  useEffect(() => {
    let wanted = true;
    void makeReader(formats).then((made) => wanted && setReader(made));
    return () => {
      wanted = false;
    };
  }, [formats]);
  return reader;
}

async function makeReader(wanted: readonly string[]): Promise<CodeReader | null> {
  const { BarcodeDetector: Maker } = window as { BarcodeDetector?: CodeReaderMaker };
  // Older browsers have no mediaDevices outside secure contexts, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!Maker || !devices) return null;
  // A browser that reports neither formats nor devices counts as one without a camera.
  const [supported, found] = await Promise.all([
    Maker.getSupportedFormats().catch((): readonly string[] => []),
    devices.enumerateDevices().catch((): MediaDeviceInfo[] => []),
  ]);
  const formats = wanted.filter((format) => supported.includes(format));
  if (formats.length === 0 || !found.some(({ kind }) => kind === 'videoinput')) return null;
  return new Maker({ formats });
}
