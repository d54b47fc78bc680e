import { formatKes, toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Window } from './rules.ts';

export function menuItemNotFound(): Refusal {
  return new Refusal('menu.not-found', 'Please select a valid menu item.');
}

/** Refuses an item for another school, which would otherwise be put on the menu of the call's school. */
export function otherSchool(): Refusal {
  return new Refusal('session.school', 'This item is for another school than the one you work in.');
}

export function menuItemTaken(): Refusal {
  return new Refusal('menu.duplicate', 'The menu already has an item with that name.');
}

/** Refuses a sale because the counter displayed `shown` cents, but the current menu's total is `amount`. */
export function priceChanged(shown: bigint, amount: bigint, items: readonly { id: string; price: bigint }[]): Refusal {
  return new Refusal(
    'menu.price-changed',
    `The price is now ${formatKes(amount)}, not ${formatKes(shown)}. Nothing was charged.`,
    {
      detail: {
        shown: toKes(shown),
        amount: toKes(amount),
        prices: Object.fromEntries(items.map(({ id, price }) => [id, toKes(price)])),
      },
    },
  );
}

export function mealNotFound(): Refusal {
  return new Refusal('meal.not-found', 'You did not hand out this portion.');
}

export function mealTooLate(): Refusal {
  return new Refusal('wallet.too-late', 'This was handed out more than a minute ago. A second person can reverse it.');
}

/** Refuses an item; `allergens` are those of the item that the student may not have. */
export function containsAllergen(name: string, allergens: readonly string[]): Refusal {
  return new Refusal(
    'menu.allergen',
    `${name} contains something this student may not have: ${allergens.join(', ')}.`,
    {
      detail: { allergens, menuItem: name },
    },
  );
}

export function blockedForStudent(name: string): Refusal {
  return new Refusal('menu.blocked', `The family of this student has blocked ${name}.`, {
    detail: { menuItem: name },
  });
}

/** Refuses portions beyond the allowance of the meal window, or of the day if `window` is null. `left` portions are still allowed. */
export function overQuantity(name: string, perPerson: number, window: string | null, left: number): Refusal {
  const had =
    left > 0
      ? `the limit is ${perPerson} ${window === null ? 'a day' : `at ${window}`}. Left: ${left}.`
      : window === null
        ? `the limit is ${perPerson} a day, and this student has reached it.`
        : `the limit is ${perPerson} at ${window}, and this student has reached it.`;
  return new Refusal('canteen.over-quantity', `${name}: ${had}`, {
    detail: { remaining: left, quantityPerPerson: perPerson, window, menuItem: name },
  });
}

export function closed(next: Window & { readonly tomorrow: boolean }): Refusal {
  const { name, from, to, tomorrow } = next;
  return new Refusal(
    'canteen.closed',
    `Nothing is served now. Next is ${name}, ${tomorrow ? 'tomorrow ' : ''}from ${from}.`,
    {
      detail: { next: { name, from, to, tomorrow } },
    },
  );
}

export function subsidyWaits(): Refusal {
  return new Refusal('subsidy.waits', 'Another plan for this student is already waiting for approval.');
}

export function subsidyIsSame(): Refusal {
  return new Refusal('subsidy.same', 'This plan is already in force.');
}

export function proposalNotFound(): Refusal {
  return new Refusal('subsidy.not-found', 'No such proposal is waiting for approval.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('subsidy.same-person', 'A second person must approve your proposal.', { afterRollback });
}
