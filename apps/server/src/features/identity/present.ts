import type { DeviceUse } from '../devices/index.ts';
import type { Picture, Purpose } from '../fingerprints/index.ts';

/** Somebody's proof of who they are: a finger on a reader, or a PIN. */
export type Presented = PresentedFinger | PresentedPin;

export interface PresentedFinger {
  readonly method: 'fingerprint';
  /** Carries the reader's own serial number, where the reader tells one. */
  readonly picture: Picture;
  /** A reader that is linked to the school is held to this use; null: any role will do. */
  readonly use: DeviceUse | null;
  /** Threshold of the comparison: money asks for more. */
  readonly purpose: Purpose;
  /** True where the picture was taken without a network. */
  readonly offline?: boolean;
}

interface PresentedPin {
  readonly method: 'pin';
  readonly pin: string;
}
