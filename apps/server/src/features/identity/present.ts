import type { DeviceUse } from '../devices/index.ts';
import type { Picture, Purpose } from '../fingerprints/index.ts';

/** Proof that a student presents: a finger on a reader, or a PIN. */
export type Presented = PresentedFinger | PresentedPin;

export interface PresentedFinger {
  readonly method: 'fingerprint';
  /** Carries the reader's serial number, if the reader reports one. */
  readonly picture: Picture;
  /** Use that a reader of the school must be linked for; null accepts any role. */
  readonly use: DeviceUse | null;
  /** Selects the threshold of the comparison: money needs a higher score. */
  readonly purpose: Purpose;
  /** True if the picture was taken offline. */
  readonly offline?: boolean;
}

interface PresentedPin {
  readonly method: 'pin';
  readonly pin: string;
}
