/** Canteen: the menu, and one portion at a time at the counter. */
export { MEAL_BUNDLE } from './bundle.ts';
export { eraseMeals } from './erase.ts';
export { forgetMealPlaces } from './forget-places.ts';
