import type { NewNotice } from '@mfuko/contract/notices';
import type { Call } from '../../platform/http/call.ts';

/** Returns the sender of a batch for a notice: the device, or the user where the device is not enrolled. */
export function senderOf({ signature, actor }: Call): NewNotice['subject'] {
  return signature ? { kind: 'device', id: signature.deviceId } : { kind: 'user', id: actor.userId };
}
