import { MAX_PIXELS_A_SIDE } from '@mfuko/fingerprint/decoding/pixels';
import { type HelperCommand, type HelperEvent, type HelperPicture, HelperProtocolError, readEvent } from './events.ts';

const JSON_FRAME = 0;
const PICTURE_FRAME = 1;
const LENGTH_BYTES = 4;
const PICTURE_HEAD_BYTES = 8;
const MAX_BYTES = 1 + PICTURE_HEAD_BYTES + MAX_PIXELS_A_SIDE ** 2;

/** Encodes a frame: length (4 bytes, big-endian), kind (1 byte), body. */
export function encodeCommand(command: HelperCommand): Buffer {
  const body = Buffer.from(JSON.stringify({ do: command }));
  const head = Buffer.alloc(LENGTH_BYTES + 1);
  head.writeUInt32BE(body.length + 1);
  head[LENGTH_BYTES] = JSON_FRAME;
  return Buffer.concat([head, body]);
}

/** Assembles a byte stream into events; the returned function takes the next bytes. Throws HelperProtocolError. */
export function readEvents(heard: (event: HelperEvent) => void): (bytes: Buffer) => void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = LENGTH_BYTES;
  return (bytes) => {
    chunks.push(bytes);
    have += bytes.length;
    while (have >= need) {
      const all = Buffer.concat(chunks, have);
      const length = all.readUInt32BE();
      if (length < 1 || length > MAX_BYTES) throw new HelperProtocolError(`a frame of ${length} bytes`);
      need = LENGTH_BYTES + length;
      if (have < need) {
        chunks = [all];
        return;
      }
      const event = readFrame(all.subarray(LENGTH_BYTES, need));
      chunks = [all.subarray(need)];
      have -= need;
      need = LENGTH_BYTES;
      heard(event);
    }
  };
}

function readFrame(frame: Buffer): HelperEvent {
  const body = frame.subarray(1);
  if (frame[0] === PICTURE_FRAME) return readPicture(body);
  if (frame[0] !== JSON_FRAME) throw new HelperProtocolError(`a frame of kind ${frame[0]}`);
  const event = readEvent(parse(body));
  if (event === undefined) throw new HelperProtocolError('an event that is not in the protocol');
  return event;
}

function readPicture(body: Buffer): HelperPicture {
  if (body.length < PICTURE_HEAD_BYTES) throw new HelperProtocolError('a picture without a head');
  const [width, height] = [body.readUInt16BE(0), body.readUInt16BE(2)];
  // Copies the pixels, because the stream reuses its buffer.
  const pixels = Uint8Array.from(body.subarray(PICTURE_HEAD_BYTES));
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_PIXELS_A_SIDE || pixels.length !== width * height)
    throw new HelperProtocolError(`a picture of ${width} × ${height} in ${pixels.length} bytes`);
  return { is: 'picture', width, height, ppmm: body.readUInt32BE(4) / 1_000, pixels };
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Rejected by the caller, like anything that is not in the protocol.
    return {};
  }
}
