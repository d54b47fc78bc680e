import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import { afterAll } from 'vitest';
import { syntheticFingers } from './fingers.ts';
import { folderFingers } from './folder.ts';
import { whyNoLibfprint } from './helper/virtual-device.testkit.ts';
import { plugVirtualReader } from './helper/virtual-reader.testkit.ts';
import { type ReaderRig, testReader } from './reader.conformance.testkit.ts';
import { createSimulator, type Simulator } from './simulator.ts';

const folder = mkdtempSync(join(tmpdir(), 'fingers-'));
for (const finger of [1, 2]) {
  for (const impression of [1, 2, 3])
    writeFileSync(
      join(folder, `${finger}_${impression}.png`),
      encodePng(impress(makeFinger(finger), { seed: impression })),
    );
}
afterAll(() => rmSync(folder, { recursive: true }));

async function byHand(reader: Simulator): Promise<ReaderRig> {
  const { lift, plug, unplug } = reader;
  return { reader, lay: (finger) => reader.touch(String(finger)), lift, plug, unplug, stop: async () => lift() };
}

testReader('of the simulator', () => byHand(createSimulator(syntheticFingers(1), () => {})));
testReader('of a folder', () => byHand(createSimulator(folderFingers(folder, 1), () => {})));
testReader('by libfprint', plugVirtualReader, whyNoLibfprint());
