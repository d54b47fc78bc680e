/** Picture: what a call carries of a fingerprint: the fields of `picture` in the contract. */
export interface Picture {
  readonly B64Fingerprint: string;
  readonly SerialNumber?: string | undefined;
  readonly CaptureSignature?: string | undefined;
  readonly Width?: number | undefined;
  readonly Height?: number | undefined;
  readonly Dpi?: number | undefined;
}

/** A decoded picture on its way from one task of the engine to the next. It can be handed on once. */
export interface SeenPicture {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** SHA-256 over size and pixels, whatever file they came in. */
  readonly sha256: string;
}
