/** Longest side in pixels of the photo that is sent: more than the server keeps, small enough for a slow network. */
const MAX_SIDE_PX = 960;

/** Scales a photo down, turns it upright and drops the camera's metadata of place and time. Throws where the source is no picture. */
export async function smallPhoto(source: ImageBitmapSource): Promise<File> {
  const picture = await createImageBitmap(source);
  const shrink = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * shrink);
  canvas.height = Math.round(picture.height * shrink);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
  if (!bytes) throw new TypeError('The browser could not encode the photo.');
  return new File([bytes], 'photo.jpg', { type: 'image/jpeg' });
}
