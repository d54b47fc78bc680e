import { spawnSync } from 'node:child_process';

/** Returns the reason why USB readers cannot be mocked here. */
export function whyNoMockUsb(): string | undefined {
  const look = 'import gi; gi.require_version("UMockdev", "1.0"); from gi.repository import UMockdev';
  const found =
    spawnSync('umockdev-run', ['--version'], { stdio: 'ignore' }).status === 0 &&
    spawnSync('/usr/bin/python3', ['-c', look], { stdio: 'ignore' }).status === 0;
  return found ? undefined : 'apt-get install umockdev gir1.2-umockdev-1.0';
}

const HUB = '12010002090001406b1d0200010503020101' + '0902190001010000000904000001090000000705810304000c';
/** Descriptors of a U.are.U 4500, as far as libfprint reads them to open it. */
const READER = '12010002ffffff40ba050a000301010203010902200001010080320904000002ffffff000705810310000a07058202400000';

/** Two U.are.U readers at one hub, for `umockdev-run --device`. They can only be opened. */
export const TWO_READERS = [
  device({ at: 'usb1', number: 1, vendor: '1d6b', product: '0002', descriptors: HUB }),
  device({ at: 'usb1/1-1', number: 4, vendor: '05ba', product: '000a', descriptors: READER, serial: 'KE-0001' }),
  device({ at: 'usb1/1-2', number: 7, vendor: '05ba', product: '000a', descriptors: READER, serial: 'KE-0002' }),
].join('\n');

function device(usb: {
  readonly at: string;
  readonly number: number;
  readonly vendor: string;
  readonly product: string;
  readonly descriptors: string;
  readonly serial?: string;
}): string {
  const node = `bus/usb/001/00${usb.number}`;
  return [
    `P: /devices/pci0000:00/0000:00:14.0/${usb.at}`,
    `N: ${node}`,
    `E: DEVNAME=/dev/${node}`,
    'E: BUSNUM=001',
    `E: DEVNUM=00${usb.number}`,
    'E: DEVTYPE=usb_device',
    'E: SUBSYSTEM=usb',
    'A: bConfigurationValue=1',
    'A: busnum=1',
    `A: devnum=${usb.number}`,
    'A: speed=12',
    `A: idVendor=${usb.vendor}`,
    `A: idProduct=${usb.product}`,
    ...(usb.serial === undefined ? [] : [`A: serial=${usb.serial}`]),
    `H: descriptors=${usb.descriptors.toUpperCase()}`,
    '',
  ].join('\n');
}
