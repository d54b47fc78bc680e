import { type Asked, askService, type Told } from './control.ts';
import { fingerprintOf } from './lan.ts';

const USAGE = `mfuko-scanner pair          shows a code by which one tablet is paired with this reader
mfuko-scanner tablets       lists the paired tablets
mfuko-scanner unpair ID     ends a pairing at once; ID as the list shows it
mfuko-scanner certificate   shows the root certificate that a tablet installs, and its fingerprint`;

/** Runs a command against the service at that socket. Returns the exit code. */
export async function runCommand(
  args: readonly string[],
  control: string,
  print: (line: string) => void,
): Promise<number> {
  const asked = askedOf(args);
  if (asked === undefined) {
    print(USAGE);
    return args[0] === 'help' || args[0] === '--help' ? 0 : 2;
  }
  let told: Told;
  try {
    told = await askService(control, asked);
  } catch (error) {
    told = { problem: error instanceof Error ? error.message : 'fault' };
  }
  for (const line of told.problem === undefined ? linesOf(asked, told) : [told.problem]) print(line);
  return told.problem === undefined ? 0 : 1;
}

function askedOf([word, id, ...rest]: readonly string[]): Asked | undefined {
  if (word === 'unpair') return id !== undefined && rest.length === 0 ? { do: word, id } : undefined;
  const isKnown = word === 'pair' || word === 'tablets' || word === 'certificate';
  return isKnown && id === undefined ? { do: word } : undefined;
}

function linesOf(asked: Asked, { url = '', code = '', until = 0, tablets = [], root = '' }: Told): string[] {
  if (asked.do === 'pair')
    return [
      `Address  ${url}`,
      `Code     ${code.slice(0, 4)} ${code.slice(4)}   for one tablet, until ${timeOf(until)}`,
    ];
  if (asked.do === 'certificate') return [root.trim(), `SHA-256 ${fingerprintOf(root)}`];
  if (asked.do === 'unpair') return tablets.map(({ label }) => `Unpaired: ${label}`);
  if (tablets.length === 0) return ['No tablet is paired: mfuko-scanner pair'];
  return tablets.map(
    ({ id, label, since, lastSeen, isHere }) =>
      `${id.slice(0, 8)}  ${label}  paired ${dayOf(since)}  ${isHere ? 'connected' : `last seen ${dayOf(lastSeen)}`}`,
  );
}

const timeOf = (at: number) => new Date(at).toTimeString().slice(0, 5);
const dayOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
