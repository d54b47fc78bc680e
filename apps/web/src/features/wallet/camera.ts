import { useEffect, useState } from 'react';

/** The browser's own barcode reader (Shape Detection API), where it has one. */
export interface CodeReader {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface CodeReaderMaker {
  new (options: { formats: readonly string[] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT = 'code_128';

/** Reads our receipts' barcodes from a camera; null where the browser cannot, or there is no camera to ask for. */
export function useCameraReader(): CodeReader | null {
  const [reader, setReader] = useState<CodeReader | null>(null);
  useEffect(() => {
    let wanted = true;
    void makeReader().then((made) => wanted && setReader(made));
    return () => {
      wanted = false;
    };
  }, []);
  return reader;
}

async function makeReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Maker } = window as { BarcodeDetector?: CodeReaderMaker };
  // Older browsers have no mediaDevices outside secure pages, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!Maker || !devices) return null;
  // A browser that cannot say what it reads or has is one without a camera.
  const [formats, found] = await Promise.all([
    Maker.getSupportedFormats().catch((): readonly string[] => []),
    devices.enumerateDevices().catch((): MediaDeviceInfo[] => []),
  ]);
  if (!formats.includes(FORMAT) || !found.some(({ kind }) => kind === 'videoinput')) return null;
  return new Maker({ formats: [FORMAT] });
}
