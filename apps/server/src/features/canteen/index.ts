/** Canteen: the menu, and one portion at a time at the counter. */
export { eraseMeals } from './erase.ts';
