import type { ReturnWay } from '@mfuko/contract/items';
import { Refusal } from '../../platform/http/refusal.ts';

export function itemNotFound(): Refusal {
  return new Refusal('item.not-found', 'The item was not found.');
}

export function tooManyPieces(way: 'handOut' | ReturnWay, name: string, left: number): Refusal {
  const where = way === 'handOut' || way === 'cancel' ? 'waiting to be handed out' : 'with the student';
  const count = left === 0 ? 'none is' : left === 1 ? 'only 1 is' : `only ${left} are`;
  return new Refusal('item.over-quantity', `${name}: ${count} ${where}.`, {
    detail: { left },
  });
}

export function itemInUse(name: string): Refusal {
  return new Refusal('item.in-use', `${name} was paid for or handed out. Return it first, then delete it.`);
}

export function proofNeeded(): Refusal {
  return new Refusal('item.no-proof', "This school sells items only by the student's finger or PIN.");
}
