/** Fingerprint of a call: the fields of `picture` in the contract. */
export interface Picture {
  readonly B64Fingerprint: string;
  readonly SerialNumber?: string | undefined;
  readonly CaptureSignature?: string | undefined;
  readonly Width?: number | undefined;
  readonly Height?: number | undefined;
  readonly Dpi?: number | undefined;
}

/** A decoded picture that is passed from one engine task to the next. Its pixels are transferred, so that it can be passed on once. */
export interface SeenPicture {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** SHA-256 of size and pixels, independent of the file format. */
  readonly sha256: string;
}
