import { expect, it } from 'vitest';
import { findMissing, findRetired, findVagueComments, readGlossary } from './words.ts';

const glossary = readGlossary(`# Words

| word | meaning | never |
|---|---|---|
| \`heartbeat\` | says that a process is alive | \`lifeSign\`, \`FROM signs\` |
| \`student\` | a child at school | |
| \`approve\` | the yes | \`decide()\`, \`…Later()\` |

## Names on the wire

Stay as they are: \`getSigns\`, \`lifeSign.lost\`.

## Files
`);

it('readGlossary reads words, retired words and names on the wire', () => {
  expect(glossary).toEqual({
    words: ['heartbeat', 'student', 'approve'],
    retired: ['lifeSign', 'FROM signs', 'decide()', '…Later()'],
    onTheWire: ['getSigns', 'lifeSign.lost'],
  });
});

it.each([
  ['an identifier', 'const lifeSign = 1;', ['lifeSign']],
  ['a comment', '// the lifeSign of a worker', ['lifeSign']],
  ['a statement', 'tx.rows(`SELECT 1 FROM signs`)', ['FROM signs']],
  ['a longer word', 'const lifeSignal = 1;', []],
  ['a function', 'async function decide(tx: Tx) {}', ['decide()']],
  ['a constant', 'const decide = (tx: Tx) => tx;', ['decide()']],
  ['a call', 'await sendLater(tx)', ['…Later()']],
  ['prose', '// two who decide at once, and later', []],
  ['a longer name', 'decideAmendment(call); laterOn();', []],
  ['a name on the wire', `throw refuse('lifeSign.lost')`, []],
])('findRetired judges %s', (_where, text, found) => {
  expect(findRetired(text, glossary)).toEqual(found);
});

it('findMissing reports glossary words that no source uses', () => {
  expect(findMissing('function openHeartbeat(heartbeat: number) {}', glossary)).toEqual(['student', 'approve']);
});

it.each([
  ['/** What it gives back. */', ['What it gives back. */']],
  ['/**\n * Whether it is on.\n */', ['Whether it is on.']],
  ['x(); // Where it lies\n', ['Where it lies']],
  ['-- Where it lies\nSELECT 1', ['Where it lies']],
  ['/** How it ends. */', ['How it ends. */']],
  ['// Why it ends\n', ['Why it ends']],
  ['/** Who waits. */', ['Who waits. */']],
  ['// Whoever waits\n', ['Whoever waits']],
  ['// It is kept for the next try\n', ['It is kept for the next try']],
  ['/** They wait. */', ['They wait. */']],
  ['-- It is of an older release\n', []],
  ['/** Of the tray. */', ['Of the tray. */']],
  ['// Of two calls the second waits\n', []],
  ['// Whole: all of it\n', []],
  ['// Heartbeat: says\n// Where it lies', []],
  ['/** Heartbeat: what says that a worker lives. */', []],
])('findVagueComments judges: %s', (text, found) => {
  expect(findVagueComments(text)).toEqual(found);
});
