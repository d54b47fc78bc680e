import type { ReturnWay } from '@mfuko/contract/items';

/** Numbers of an item's pieces. Pieces that are neither with the student nor returned wait to be handed out. */
export interface Pieces {
  readonly quantity: number;
  readonly handedOut: number;
  readonly returned: number;
}

type Moved = Pick<Pieces, 'handedOut' | 'returned'>;

/** Returns the number of pieces available for a hand-out or a return. */
export function piecesFor(way: 'handOut' | ReturnWay, { quantity, handedOut, returned }: Pieces): number {
  return way === 'handOut' || way === 'cancel' ? quantity - handedOut - returned : handedOut;
}

/** Returns the numbers after `pieces` pieces have been moved. */
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

/** Returns the cents refunded to the wallet: the price of pieces that are returned for good; an exchange refunds nothing. */
export function refundOf(way: ReturnWay, price: bigint, pieces: number): bigint {
  return way === 'exchange' ? 0n : price * BigInt(pieces);
}

/** Returns true if the item may be deleted: the student holds no piece, and no money of the student is in it. */
export function mayDelete({ quantity, handedOut, returned }: Pieces, price: bigint): boolean {
  return handedOut === 0 && (price === 0n || returned === quantity);
}
