import type { ReturnWay } from '@mfuko/contract/items';

/** Pieces: where the pieces of an item are. What is neither with the student nor given back waits to be handed out. */
export interface Pieces {
  readonly quantity: number;
  readonly handedOut: number;
  readonly returned: number;
}

type Moved = Pick<Pieces, 'handedOut' | 'returned'>;

/** Pieces that a hand-out or a return can be made of. */
export function piecesFor(way: 'handOut' | ReturnWay, { quantity, handedOut, returned }: Pieces): number {
  return way === 'handOut' || way === 'cancel' ? quantity - handedOut - returned : handedOut;
}

/** After moving: where the pieces are after so many of them have been moved. */
export function afterMoving(way: 'handOut' | ReturnWay, { handedOut, returned }: Pieces, pieces: number): Moved {
  switch (way) {
    case 'handOut':
      return { handedOut: handedOut + pieces, returned };
    case 'exchange':
      return { handedOut: handedOut - pieces, returned };
    case 'refund':
      return { handedOut: handedOut - pieces, returned: returned + pieces };
    case 'cancel':
      return { handedOut, returned: returned + pieces };
  }
}

/** Cents that go back to the wallet: the price of what is given back for good, and of nothing else. */
export function refundOf(way: ReturnWay, price: bigint, pieces: number): bigint {
  return way === 'exchange' ? 0n : price * BigInt(pieces);
}

/** Tells whether the record may be hidden: the student has nothing of it, and no money of theirs is in it. */
export function mayDelete({ quantity, handedOut, returned }: Pieces, price: bigint): boolean {
  return handedOut === 0 && (price === 0n || returned === quantity);
}
