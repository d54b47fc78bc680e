import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { isCopyOf } from '@mfuko/fingerprint/copies/likeness';
import { type Relief, reliefOf } from '@mfuko/fingerprint/copies/relief';
import { reliefRoom, sketchRoom } from '@mfuko/fingerprint/copies/rooms';
import { packSketch, type Sketch, unpackSketch } from '@mfuko/fingerprint/copies/sketch';
import { ImageError } from '@mfuko/fingerprint/decoding/decode';
import { extract as extractFinger, extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { CLEAR_FROM, isBlank } from '@mfuko/fingerprint/extraction/quality';
import { compareToProbe, type Probe, prepareProbe } from '@mfuko/fingerprint/matching/compare';
import { verifyFinger } from '@mfuko/fingerprint/matching/verify';
import { looksRebuilt } from '@mfuko/fingerprint/rebuilt/judge';
import { oddRatio } from '@mfuko/fingerprint/template/ridge-size';
import { decodeTemplate, encodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import { adviceOn, qualityOf } from './clearness.ts';
import { decodePicture } from './decode.ts';
import type { SeenPicture } from './picture.ts';
import type { Reply } from './pool.ts';
import { forget, recall, remember, search, settle } from './search.ts';
import type { Task, Tasks, View } from './tasks.ts';

const MAX_BASE64_LENGTH = Math.ceil((2 * 1024 * 1024) / 3) * 4;
const DATA_PREFIX = /^data:[\w.+/-]{0,100}(?:;[\w.+=-]{1,40}){0,4};base64,/;

async function perform(task: Task): Promise<Tasks[Task['name']]['answer']> {
  switch (task.name) {
    case 'decode':
      return decode(task.ask);
    case 'extract':
      return extract(task.ask.picture);
    case 'match': {
      const { picture, templates, sketches, needed } = task.ask;
      const { template, found } = extractFinger(picture);
      // Must run now: `found` refers to a buffer that the next picture overwrites.
      const rebuilt = looksRebuilt(found);
      const blank = isBlank(template);
      const probe = prepareProbe(template);
      const scores = templates.map((bytes) => (blank ? 0 : verifyFinger(probe, unpack(bytes))));
      const score = Math.max(0, ...scores);
      const advice = score < needed ? adviceOn(picture, template, CLEAR_FROM.named) : null;
      const relief = reliefOf(picture, template, reliefRoom);
      const copied = isCopy(probe, relief, sketches);
      const place = scores.indexOf(score);
      const ratio = score < needed ? oddRatio(template, templates.flatMap(unpack)) : null;
      return { score, place, copied, rebuilt, advice, blank, ratio, ...viewOf(picture, template, relief) };
    }
    case 'resemble': {
      const { picture, template, sketch, sketches } = task.ask;
      const own = decodeTemplate(template);
      return {
        picture,
        template,
        sketch,
        copied: isCopy(prepareProbe(own), reliefOf(picture, own, reliefRoom), sketches),
      };
    }
    case 'inspect': {
      const { picture, template, sketch, templates } = task.ask;
      const own = decodeTemplate(template);
      const probe = prepareProbe(own);
      const scores = templates.map((bytes) => verifyFinger(probe, unpack(bytes)));
      return { picture, template, sketch, scores, ...qualityOf(picture, own) };
    }
    case 'compare': {
      const probe = prepareProbe(decodeTemplate(task.ask.template));
      return {
        scores: task.ask.others.map((bytes) =>
          unpack(bytes).reduce((best, t) => Math.max(best, compareToProbe(probe, t)), 0),
        ),
      };
    }
    case 'recall':
      return recall(task.ask);
    case 'remember':
      return remember(task.ask);
    case 'forget':
      return forget(task.ask);
    case 'settle':
      return settle(task.ask);
    case 'search':
      return search(task.ask);
  }
}

async function decode(ask: Tasks['decode']['ask']): Promise<SeenPicture> {
  const base64 = ask.base64.replace(DATA_PREFIX, '');
  if (base64.length > MAX_BASE64_LENGTH) throw new ImageError('The picture is larger than 2 MB.');
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new ImageError('It is not base64.');
  const { base64: _text, ...hint } = ask;
  const { width, height, dpi, pixels } = await decodePicture(Buffer.from(base64, 'base64'), hint);
  const sha256 = createHash('sha256').update(`${width}x${height}:`).update(pixels).digest('hex');
  return { width, height, dpi, pixels: Uint8Array.from(pixels), sha256 };
}

function extract(picture: SeenPicture): Tasks['extract']['answer'] {
  const template = extractTemplate(picture);
  return {
    ...viewOf(picture, template, reliefOf(picture, template, reliefRoom)),
    ...qualityOf(picture, template),
    advice: adviceOn(picture, template, CLEAR_FROM.searched),
    blank: isBlank(template),
  };
}

function viewOf(picture: SeenPicture, template: Template, relief: Relief): View {
  return {
    picture,
    template: Uint8Array.from(encodeTemplate(template)),
    sketch: Uint8Array.from(packSketch(template, relief)),
  };
}

function isCopy(probe: Probe, relief: Relief, sketches: readonly Uint8Array[]): boolean {
  return sketches.some((bytes) =>
    read(() => unpackSketch(bytes, sketchRoom)).some((sketch: Sketch) => isCopyOf(probe, relief, sketch)),
  );
}

/** Decodes a template; an unreadable one is skipped, so that it matches nobody and does not fail the task. */
function unpack(bytes: Uint8Array): Template[] {
  return read(() => decodeTemplate(bytes));
}

function read<T>(unpacked: () => T): T[] {
  try {
    return [unpacked()];
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}

parentPort?.on('message', async ({ id, task }: { id: number; task: Task }) => {
  let reply: Reply;
  let transfer: ArrayBuffer[] = [];
  try {
    const value = await perform(task);
    if (value !== null && 'pixels' in value) transfer = [value.pixels.buffer];
    if (value !== null && 'picture' in value) transfer = [value.picture.pixels.buffer];
    reply = { id, value };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('The task failed.');
    reply = { id, failed: { kind: name, message } };
  }
  parentPort?.postMessage(reply, transfer);
});
