import { expect, it } from 'vitest';
import { likelyClass } from './class-guess.ts';

const CLASSES = ['Grade 4 East', 'Grade 5 East', 'Form 1', 'Form 1 W', 'Form 1 N'];

it.each([
  ['grade 4east', 'Grade 4 East'],
  ['Grade 4-East', 'Grade 4 East'],
  ['Grade 4 Est', 'Grade 4 East'],
  ['From 1', null],
  ['Forn 1', 'Form 1'],
  ['Grade 6 East', null],
  ['Form 1 S', null],
  ['Form 11', null],
  ['Form 1-1', null],
])('likelyClass takes %s for %s', (name, like) => expect(likelyClass(name, CLASSES)).toBe(like));
