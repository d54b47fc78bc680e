import type { getDeviceFaces } from '@mfuko/contract/collectors';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ReadCall } from '../../platform/http/call.ts';
import { shrinkPhoto } from '../../platform/images/images.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { openPhotosOf } from './photo.ts';

/** Returns the photos of the given collectors, shrunk so that a device can store them. */
export async function smallFaces(
  call: ReadCall,
  context: AppContext,
  ids: readonly string[],
): Promise<AnswerOf<typeof getDeviceFaces>> {
  const photos = await call.read((tx) => openPhotosOf(tx, context, ids));
  const faces: AnswerOf<typeof getDeviceFaces>['faces'] = [];
  // Shrunk after the transaction and one by one: a child at the gate needs the connection and the processor first.
  for (const { sysid, photoAt, jpeg } of photos) {
    const small = await shrinkPhoto(jpeg);
    faces.push({ sysid, photoAt: photoAt.toISOString(), b64Photo: small.toString('base64') });
  }
  return { faces };
}
