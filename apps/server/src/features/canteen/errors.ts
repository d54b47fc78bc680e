import { Refusal } from '../../platform/refusal.ts';

export function menuItemNotFound(): Refusal {
  return new Refusal('menu.not-found', 'Please select a valid menu item.');
}

export function menuItemTaken(): Refusal {
  return new Refusal('menu.duplicate', 'There is an item of that name on the menu already.');
}

export function overQuantity(name: string, perPerson: number, remaining: number): Refusal {
  return new Refusal(
    'canteen.over-quantity',
    `${name}: at most ${perPerson} a day, and this student has had that today.`,
    {
      detail: { remaining, quantityPerPerson: perPerson },
    },
  );
}
