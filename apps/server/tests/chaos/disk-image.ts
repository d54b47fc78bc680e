import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A separate disk whose power can be cut: an ext4 image behind a loop device. */
export interface Disk {
  /** The folder where it is mounted. */
  readonly folder: string;
  /** Cuts the power: nothing reaches the image any more, and everything that was not flushed is lost. */
  cut(): void;
  /** Mounts the disk again, as after a power cut. Throws if the cut lost nothing, since then it was not effective. */
  restore(): Promise<void>;
  /** Unmounts and removes it. */
  remove(): Promise<void>;
}

const NOTHING_FLUSHED = 'never-flushed';
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: not even the journal is written. */
const SHUTDOWN = 'my $how = pack("L", 2); open(my $f, "<", $ARGV[0]) or die $!; ioctl($f, 0x8004587D, $how) or die $!;';

/** Makes and mounts one. Needs root, loop devices, mkfs.ext4 and perl. */
export function makeDisk(): Disk {
  const place = mkdtempSync(join(tmpdir(), 'mfuko-power-'));
  const image = join(place, 'image');
  const folder = join(place, 'disk');
  const control = join(folder, NOTHING_FLUSHED);
  mkdirSync(folder);
  execFileSync('truncate', ['-s', '2G', image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  const mount = () => execFileSync('mount', ['-o', 'loop', image, folder]);
  mount();
  return {
    folder,
    cut() {
      writeFileSync(control, 'nobody flushed this');
      execFileSync('perl', ['-e', SHUTDOWN, control]);
    },
    async restore() {
      await unmount(folder);
      mount();
      if (existsSync(control) && statSync(control).size > 0) throw new Error('the cut lost nothing: it was none');
    },
    async remove() {
      await unmount(folder).catch(() => undefined);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Killed processes keep the folder busy for a moment. */
async function unmount(folder: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      execFileSync('umount', [folder], { stdio: 'pipe' });
      return;
    } catch (error) {
      if (tries >= 200) throw error;
      await sleep(100);
    }
  }
}
